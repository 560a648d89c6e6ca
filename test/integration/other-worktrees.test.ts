import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { CLEAN, gatedRepository } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const SLOW = `reviewers:
  slow: { run: 'touch "$OUT/began"; while [ -d "$OUT" ] && [ ! -e "$OUT/go" ]; do sleep 0.05; done' }
loops:
  basics: { reviewers: [slow] }
gates:
  ship: { requires: [basics] }
`

function withSide(config: string) {
  const main = gatedRepository(config)
  main.git('worktree', 'add', '-q', '-b', 'side', '../side')
  return { main, side: wingmanAt(join(main.dir, '../side')) }
}

/** As after a kill in the first moment: the request is there, and nobody is at work. */
function orphaned(main: WingmanRepository, side: WingmanRepository): string {
  const runtime = main.read('.git/wingman/runtime')
  main.write({ '.git/wingman/runtime': '/nowhere\n/nowhere\n' })
  const tip = side.commit('work', { 'a.js': CLEAN })
  main.write({ '.git/wingman/runtime': runtime })
  return tip
}

test('a push of a branch that is under review in another worktree waits for it', async () => {
  const { main, side } = withSide(SLOW)
  const out = join(main.dir, '..')
  vi.stubEnv('OUT', out)
  side.commit('work', { 'a.js': CLEAN })
  for (let tries = 0; tries < 600 && !existsSync(join(out, 'began')); tries += 1) await pause(50)
  const { elsewhere } = JSON.parse(main.wingman('status', '--json').stdout)
  expect(elsewhere).toMatchObject([{ root: side.dir, waiting: 1, running: { doing: expect.anything() } }])
  expect(main.wingman('status').stdout).toContain(`In ${side.dir}: Reviewing now`)
  const pushed = main.run('sh', ['-c', '(sleep 1; : >../go) & git push -q origin side'])
  expect(pushed.output).toContain('waiting for the review')
  expect(pushed.status).toBe(0)
})

test.each<[string, (main: WingmanRepository) => unknown]>([
  ['its push from here', main => main.push('-q', 'origin', 'side')],
  ['the push of something else', main => main.push('-q', 'origin', 'HEAD:refs/heads/other')],
  ['status', main => main.wingman('status')],
])('a request in another worktree whose worker was killed is taken up by %s', async (_, act) => {
  const { main, side } = withSide(RULES_ONLY)
  const tip = orphaned(main, side)
  act(main)
  await side.reviewed()
  expect(side.lastReview()).toMatchObject({ verdict: 'approved', snapshot: { commit: tip } })
  expect(main.push('-q', 'origin', 'side').status).toBe(0)
})

test('one that is gone from the disk is not waited for', () => {
  const { main, side } = withSide(RULES_ONLY)
  orphaned(main, side)
  main.run('rm', ['-rf', side.dir])
  const { status, output } = main.push('-q', 'origin', 'side')
  expect(status).toBe(1)
  expect(output).not.toContain('waiting for the review')
})
