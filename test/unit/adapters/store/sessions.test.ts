import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Layout, layout } from '../../../../src/adapters/store/layout.ts'
import { noteSession, type SessionSeen, sessionsHere } from '../../../../src/adapters/store/sessions.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const SOURCE = fileURLToPath(new URL('../../../../src/adapters/store/sessions.ts', import.meta.url))
const NOW = new Date('2026-11-20T12:00:00Z')

const seen = (event: SessionSeen['event'], more: Partial<SessionSeen> = {}): SessionSeen => ({
  agent: 'claude',
  id: 'c0ffee-1',
  event,
  now: NOW,
  ...more,
})

function place(): Layout {
  const root = temporaryFolder()
  mkdirSync(join(root, '.git'))
  return layout({ root, gitDir: join(root, '.git'), commonDir: join(root, '.git') })
}

test('a session is followed through a turn, and stays one small file', async () => {
  const at = place()
  const states: string[] = []
  for (const event of ['session-start', 'turn-start', 'commit', 'turn-end', 'session-end'] as const)
    states.push((await noteSession(at, seen(event))).state)
  expect(states).toEqual(['idle', 'active', 'active', 'idle', 'ended'])
  expect(readdirSync(at.sessions)).toHaveLength(1)
  expect(await sessionsHere(at, NOW)).toMatchObject([
    { id: 'c0ffee-1', turns: 1, commits: 1, worktrees: [at.root] },
  ])
})

test('a turn that was killed counts as ended after four silent hours, until it is heard of again', async () => {
  const at = place()
  await noteSession(at, seen('turn-start'))
  const later = new Date(NOW.getTime() + 4 * 3_600_000)
  expect(await sessionsHere(at, NOW)).toMatchObject([{ state: 'active' }])
  expect(await sessionsHere(at, later)).toMatchObject([{ state: 'ended' }])
  await noteSession(at, seen('commit', { now: later }))
  expect(await sessionsHere(at, later)).toMatchObject([{ state: 'active', commits: 1 }])
})

test('sessions of one name of two agents are two', async () => {
  const at = place()
  await noteSession(at, seen('turn-start'))
  await noteSession(at, seen('session-start', { agent: 'codex' }))
  expect((await sessionsHere(at, NOW)).map(({ agent, state }) => `${agent} ${state}`).sort()).toEqual([
    'claude active',
    'codex idle',
  ])
})

test('ids that differ by a capital alone are two, on every disk', async () => {
  const at = place()
  const ids = ['ses_aB', 'ses_ab', 'ses-ab', 'ses.ab']
  for (const id of ids) await noteSession(at, seen('turn-start', { id }))
  expect((await sessionsHere(at, NOW)).map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(new Set(readdirSync(at.sessions).map(name => name.toLowerCase())).size).toBe(4)
  expect(readdirSync(at.sessions).join('')).not.toMatch(/[A-Z]/)
})

test('a session that goes from one worktree into another is seen in both, and its neighbour only where it is', async () => {
  const at = place()
  const linked = { ...at, root: join(at.root, 'linked') }
  await noteSession(at, seen('session-start'))
  await noteSession(linked, seen('commit'))
  await noteSession(linked, seen('session-start', { id: 'other' }))
  expect((await sessionsHere(at, NOW)).map(({ id }) => id)).toEqual(['c0ffee-1'])
  expect((await sessionsHere(linked, NOW)).map(({ id }) => id).sort()).toEqual(['c0ffee-1', 'other'])
})

test.each([
  ['half a file', '{"version":1,"agent":"cl'],
  ['nothing', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['a state that there is none of', sessionLike({ state: 'asleep' })],
  ['an agent that there is none of', sessionLike({ agent: 'nobody' })],
  ['a time that is none', sessionLike({ lastAt: 'yesterday' })],
  ['a worktree that is none', sessionLike({ worktrees: [1] })],
])('a damaged file is set aside, and the session begun anew: %s', async (_, text) => {
  const at = place()
  await noteSession(at, seen('turn-start'))
  const [name = ''] = readdirSync(at.sessions)
  writeFileSync(join(at.sessions, name), text)
  expect(await sessionsHere(at, NOW)).toEqual([])
  expect(await noteSession(at, seen('turn-end'))).toMatchObject({ state: 'idle', turns: 0 })
  expect(readdirSync(at.damaged)).toEqual([name])
  expect(await sessionsHere(at, NOW)).toHaveLength(1)
})

test('what a newer wingman wrote is left as it is', async () => {
  const at = place()
  await noteSession(at, seen('turn-start'))
  const [name = ''] = readdirSync(at.sessions)
  writeFileSync(join(at.sessions, name), sessionLike({ version: 2 }))
  await expect(noteSession(at, seen('turn-end'))).rejects.toMatchObject({ code: 'E_NEWER' })
  expect(await sessionsHere(at, NOW)).toEqual([])
  expect(readFileSync(join(at.sessions, name), 'utf8')).toBe(sessionLike({ version: 2 }))
})

test.each(['', '--resume', '../../etc', 'a\nb', 'x'.repeat(200)])(
  'an id that is none leaves nothing behind: %j',
  async id => {
    const at = place()
    await expect(noteSession(at, seen('turn-start', { id }))).rejects.toMatchObject({ code: 'E_USAGE' })
    expect(existsSync(at.sessions)).toBe(false)
  },
)

test('only a whole path is a transcript', async () => {
  const at = place()
  await noteSession(at, seen('session-start', { transcript: '/home/me/log.jsonl', cwd: '/project' }))
  const next = await noteSession(at, seen('turn-start', { transcript: '../log.jsonl', cwd: 'src' }))
  expect(next).toMatchObject({ transcript: '/home/me/log.jsonl', cwd: '/project' })
})

test('processes that tell of one session at the same moment lose nothing of each other', async () => {
  const at = place()
  const script = `
    const { createJiti } = require('jiti')
    const at = JSON.parse(process.argv[1])
    createJiti(${JSON.stringify(SOURCE)}).import(${JSON.stringify(SOURCE)}).then(async ({ noteSession }) => {
      for (let n = 0; n < 25; n++)
        await noteSession(at, { agent: 'claude', id: 'one', event: process.argv[2], now: new Date() })
    })`
  const { root, sessions, damaged } = at
  const run = (event: string) =>
    promisify(execFile)(process.execPath, ['-e', script, JSON.stringify({ root, sessions, damaged }), event])
  await Promise.all(['commit', 'commit', 'turn-start', 'turn-end'].map(run))
  const [session] = await sessionsHere(at, NOW)
  // Whoever is built upon in the moment of looking tells once more, so it may be one more, but never one less.
  expect(session?.commits).toBeGreaterThanOrEqual(50)
  expect(session?.turns).toBeGreaterThanOrEqual(25)
  expect(readdirSync(at.sessions)).toHaveLength(1)
})

function sessionLike(more: Record<string, unknown>): string {
  return JSON.stringify({
    version: 1,
    agent: 'claude',
    id: 'c0ffee-1',
    state: 'idle',
    startedAt: NOW.toISOString(),
    lastAt: NOW.toISOString(),
    worktrees: ['/x'],
    cwd: null,
    transcript: null,
    turns: 0,
    commits: 0,
    ...more,
  })
}
