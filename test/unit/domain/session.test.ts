import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asOf,
  heardOf,
  isAlive,
  isSessionId,
  othersBeside,
  SESSION_EVENTS,
  type Session,
  type SessionEvent,
  type SessionSign,
  type SessionState,
  SILENT_SESSION_MS,
  sessionName,
} from '../../../src/domain/session.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

const sign = (event: SessionEvent, more: Partial<SessionSign> = {}): SessionSign => ({
  agent: 'claude',
  id: 'one',
  event,
  worktree: '/project',
  transcript: null,
  cwd: null,
  at: NOW,
  ...more,
})

const heard = (events: readonly SessionEvent[], more: Partial<SessionSign> = {}): Session | null =>
  events.reduce<Session | null>((before, event) => heardOf(before, sign(event, more)), null)

function session(events: readonly SessionEvent[], more: Partial<SessionSign> = {}): Session {
  const found = heard(events, more)
  if (found === null) throw new Error('nothing was heard')
  return found
}

test.each<[string, SessionEvent[], SessionState]>([
  ['an agent was started', ['session-start'], 'idle'],
  ['it was told to do something', ['session-start', 'turn-start'], 'active'],
  ['it commits', ['session-start', 'turn-start', 'commit'], 'active'],
  ['it is done', ['session-start', 'turn-start', 'commit', 'turn-end'], 'idle'],
  ['it was closed', ['session-start', 'turn-start', 'turn-end', 'session-end'], 'ended'],
  ['it was interrupted and told something else', ['turn-start', 'turn-start'], 'active'],
  ['it is compacted in the middle of a turn', ['turn-start', 'session-start'], 'active'],
  ['only its commit tells of it', ['commit'], 'active'],
  ['its commit is told of after the turn', ['turn-start', 'turn-end', 'commit'], 'idle'],
  ['its commit is told of after it was closed', ['turn-start', 'turn-end', 'session-end', 'commit'], 'ended'],
  ['the end of a turn is told of after it was closed', ['turn-start', 'session-end', 'turn-end'], 'ended'],
  ['it was resumed', ['session-start', 'session-end', 'session-start'], 'idle'],
  ['it was resumed with a prompt', ['session-start', 'session-end', 'turn-start'], 'active'],
  ['wingman came in the middle of a turn', ['turn-end'], 'idle'],
  ['wingman came at the very end', ['session-end'], 'ended'],
])('%s', (_, events, state) => {
  expect(session(events).state).toBe(state)
})

describe('whatever is told, in whatever order', () => {
  const events = fc.array(fc.constantFrom(...SESSION_EVENTS), { minLength: 1, maxLength: 40 })

  test('a turn is under way only after it began or a commit was the first sign', () => {
    fc.assert(
      fc.property(events, told => {
        if (session(told).state !== 'active') return
        const last = told.findLastIndex(event => event === 'turn-end' || event === 'session-end')
        const since = told.slice(last + 1)
        expect(since.includes('turn-start') || (last === -1 && since.includes('commit'))).toBe(true)
      }),
    )
  })

  test('the same sign twice is the same as once', () => {
    fc.assert(
      fc.property(events, told => {
        const twice = told.flatMap(event => [event, event])
        expect(session(twice).state).toBe(session(told).state)
      }),
    )
  })

  test('a commit told of late changes nothing but the count of commits', () => {
    fc.assert(
      fc.property(events, told => {
        const commits = session(told).commits
        expect(session([...told, 'commit'])).toEqual({ ...session(told), commits: commits + 1 })
      }),
    )
  })

  test('after its end nothing but a start brings it back', () => {
    fc.assert(
      fc.property(events, told => {
        const later = told.filter(event => event !== 'session-start' && event !== 'turn-start')
        expect(session(['session-end', ...later]).state).toBe('ended')
      }),
    )
  })
})

test.each<[string, SessionEvent, number, boolean]>([
  ['active and silent for a while', 'turn-start', SILENT_SESSION_MS - 1, true],
  ['active and silent for four hours', 'turn-start', SILENT_SESSION_MS, false],
  ['active, and the clock was set back by a day', 'turn-start', -24 * 3_600_000, false],
  ['idle for a month', 'turn-end', 30 * 24 * 3_600_000, true],
  ['ended', 'session-end', 0, false],
])('%s', (_, event, ms, alive) => {
  expect(isAlive(session([event]), after(ms))).toBe(alive)
  expect(asOf(session([event]), after(ms)).state === 'ended').toBe(!alive)
})

test('a sign that does not say where leaves what is known', () => {
  const known = session(['session-start'], { cwd: '/project/src', transcript: '/log.jsonl' })
  const next = heardOf(known, sign('commit', { worktree: '/other', at: after(5) }))
  expect(next).toMatchObject({ cwd: '/project/src', transcript: '/log.jsonl', startedAt: NOW.toISOString() })
  expect(next.worktrees).toEqual(['/other', '/project'])
  expect(next.lastAt).toBe(after(5).toISOString())
})

test('a second living session in the same directory is told of the first', () => {
  const mine = session(['session-start'], { id: 'mine' })
  const first = session(['turn-start'], { id: 'first' })
  const left = session(['session-end'], { id: 'left' })
  const elsewhere = session(['turn-start'], { id: 'elsewhere', worktree: '/other' })
  const namesake = session(['session-start'], { id: 'mine', agent: 'codex' })
  const all = [mine, first, left, elsewhere, namesake]
  expect(othersBeside(mine, all, NOW).map(sessionName)).toEqual(['claude:first', 'codex:mine'])
  expect(othersBeside(mine, all, after(SILENT_SESSION_MS)).map(sessionName)).toEqual(['codex:mine'])
})

test.each(['', '-x', '--resume', 'a b', 'a\nb', '../x', 'x'.repeat(65)])('%j is no id', id => {
  expect(isSessionId(id)).toBe(false)
})
test.each(['0b5e7c9e-3f0a-4f0e-9f43-1f6f1d7a2b3c', 'ses_4a8DkfT0', '1'])('%s is an id', id => {
  expect(isSessionId(id)).toBe(true)
})
