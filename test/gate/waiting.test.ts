import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { heldBy } from '../../src/adapters/store/lock.ts'
import { askGate } from '../../src/cli/ask-gate.ts'
import { openProject } from '../../src/cli/compose.ts'
import { paintFor } from '../../src/paint.ts'
import { CLEAN, gatedRepository, onRemote, shortId } from '../support/gate-scenes.ts'
import { noTerminal, typed } from '../support/terminal.ts'
import { ENTRY, type WingmanRepository } from '../support/wingman.ts'

// A push that waits for a review shows how far it is, does not wait for ever, and lets itself be stopped.

/** So long, counted from when somebody waits for it: on a slow machine it would be through before. */
const slow = (seconds: number): WingmanRepository =>
  gatedRepository(
    `reviewers:
  tests:
    run: 'until [ -n "$(ls .git/wingman/waiting 2>/dev/null)" ]; do sleep 0.1; done; sleep ${seconds}'
loops:
  basics: { reviewers: [rules] }
  deep: { reviewers: [tests] }
gates:
  ship: { requires: [basics, deep] }
`,
  )

/** Asked here and not by a hook, so that it need not take minutes. */
async function ask(repository: WingmanRepository, patience: { limitMs?: number; everyMs?: number }) {
  const local = repository.git('rev-parse', 'HEAD')
  const ref = { localRef: 'refs/heads/main', local, remoteRef: 'refs/heads/main', remote: null }
  let said = ''
  const screen = { write: (text: string) => (said += text) }
  const reply = await askGate(openProject(repository.dir), {
    remote: 'origin',
    refs: [ref],
    paintNow: () => paintFor({}),
    patience: { ...patience, screen },
  })
  return { ...reply, said }
}

test('who is at work, for how long, and how long it would wait at most', async () => {
  const repository = slow(3)
  const commit = repository.commit('slow', { 'a.js': CLEAN })
  const { answer, said } = await ask(repository, { everyMs: 500 })
  expect(answer.allowed).toBe(true)
  const [first, ...lines] = said.trimEnd().split('\n')
  expect(first).toBe(
    `wingman: waiting for the review of ${shortId(commit)}, at most 10 min (Ctrl-C stops that; the review goes on)`,
  )
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    expect(line).toMatch(
      /^ {2}\d+ s of at most 10 min: (?:deep runs tests \(\d+ s\)|no reviewer is at work yet|basics runs rules \(\d+ s\))$/,
    )
  expect(said).toMatch(/of at most 10 min: deep runs tests \([1-9]\d* s\)/)
  expect(repository.has('.git/wingman/progress.json'), 'gone when nobody is at work').toBe(false)
})

test('status tells the same', async () => {
  const repository = slow(3)
  repository.commit('slow', { 'a.js': CLEAN })
  const status = () => repository.wingman('status').stdout
  await expect.poll(status, { timeout: 60_000 }).toMatch(/1 request in hand: deep runs tests \(\d+ s\)/)
  expect(repository.wingman('gate').status).toBe(0)
})

test('after the limit it holds, and says so; the review goes on', async () => {
  const repository = slow(5)
  const commit = repository.commit('slow', { 'a.js': CLEAN })
  const { answer, text } = await ask(repository, { limitMs: 1_000 })
  expect(answer.allowed).toBe(false)
  expect(text).toContain(`the review of ${shortId(commit)} is not finished, after 1 s of waiting`)
  expect(repository.wingman('gate').status).toBe(0)
})

test('where nothing can be drawn again, a short wait is one line', () => {
  const repository = slow(1)
  const commit = repository.commit('slow', { 'a.js': CLEAN })
  const { status, stderr } = repository.wingman('gate')
  expect(status).toBe(0)
  expect(stderr).toBe(
    `wingman: waiting for the review of ${shortId(commit)}, at most 10 min (Ctrl-C stops that; the review goes on)\n`,
  )
})

test.skipIf(noTerminal)('on a terminal one line is drawn again and again, and taken away', () => {
  const repository = slow(3)
  repository.commit('slow', { 'a.js': CLEAN })
  const { status, output } = typed(repository, ['gate'], { TERM: 'xterm' })
  expect(status).toBe(0)
  expect(output).toMatch(/\r\x1b\[K {2}\d+ s of at most 10 min: deep runs tests \([1-9]\d* s\)/)
  expect(output).toContain('\r\x1b[KThe gate is open')
})

test.each([
  ['git push', 'git', ['push'], null],
  ['wingman gate', process.execPath, [ENTRY, 'gate'], 130],
])('Ctrl-C ends %s at once, the gate is held, and the review goes on', async (_, command, args, code) => {
  const repository = slow(6)
  const before = onRemote(repository, 'main')
  repository.commit('slow', { 'a.js': CLEAN })
  // In a group of its own, as a shell starts it: Ctrl-C reaches all of it.
  const child = spawn(command, args, {
    cwd: repository.dir,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', chunk => (said += chunk))
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  await expect.poll(() => said, { timeout: 20_000 }).toContain('waiting for the review')
  const began = performance.now()
  process.kill(-(child.pid ?? 0), 'SIGINT')
  const status = await ended
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(status).not.toBe(0)
  if (code !== null) expect(status).toBe(code)
  expect(said).toContain('You stopped waiting')
  expect(onRemote(repository, 'main')).toBe(before)
  const { at } = openProject(repository.dir)
  await expect.poll(() => heldBy(at.lock), { timeout: 10_000 }).not.toBeNull()
  expect(repository.push().status).toBe(0)
})
