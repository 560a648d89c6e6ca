import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Layout, layout } from '../../../../src/adapters/store/layout.ts'
import { noteSession, type SessionSeen, sessionsHere } from '../../../../src/adapters/store/sessions.ts'
import { temporaryFolder } from '../../../support/repository.ts'

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
