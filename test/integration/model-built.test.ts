import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { APPROVED } from '../support/fake-model/roles.ts'
import { HALF, modelScene, type Scene } from '../support/model-scenes.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'
import { noTerminal } from '../support/terminal.ts'
import { ENTRY } from '../support/wingman.ts'

// The bundle that people run, beside a model in this process: so nothing here may block.

function start(scene: Scene, command: string[], input?: (shown: string) => string | null) {
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd: scene.dir, env: { ...process.env, TERM: 'xterm' } })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk
    const typed = input?.(output)
    if (typed) child.stdin.write(typed)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise<{ status: number | null; output: string }>(resolve =>
    child.on('close', status => resolve({ status, output })),
  )
}

const wingman = (...args: string[]) => [process.execPath, ENTRY, ...args]

test('the bundle finds the packages of the SDK, and what it cost is told at the end', async () => {
  const scene = await modelScene({ fast: { answer: APPROVED } })
  scene.commit('half', HALF)
  const { status, output } = await start(scene, wingman('run', 'review'))
  expect(status, output).toBe(0)
  expect(output).toMatch(/check: nothing found \([\d.]+ m?s, [\d,]+ tokens\)/)
  expect((await start(scene, wingman('log', '--cost'))).output).toMatch(
    /^\d{4}-\d\d-\d\d {2}[\d,]+ tokens {2}1 call\n/,
  )
})

test('whoever watches sees who is at work, with what, and how it ended', async () => {
  const scene = await modelScene({
    fast: async () => {
      await pause(3_000)
      return { answer: APPROVED }
    },
  })
  scene.commit('half', HALF)
  const running = start(scene, wingman('run', 'review'))
  while (scene.asked().length === 0) await pause(50)
  const { output } = await start(scene, wingman('watch'))
  await running
  expect(output).toMatch(/running one\n {2}check \(\d+ s\)\n {4}asking fast \(fast\)/)
  expect(output).toContain('Approved')
  expect((await start(scene, wingman('watch'))).output).toBe('Nothing is under review here.\n')
})

test.skipIf(noTerminal)('at a terminal with several models and none named, a person picks one', async () => {
  scriptedClaude('approve')
  const scene = await modelScene(
    { fast: { answer: APPROVED } },
    { reviewer: 'model: [agent, fast], prompt: correctness' },
  )
  const config = scene
    .read('wingman.config.yaml')
    .replace('models:\n', 'models:\n  agent: { agent: claude, model: haiku }\n')
  scene.commit('half', { ...HALF, 'wingman.config.yaml': config })
  const command = `stty cols 100 rows 40; '${process.execPath}' '${ENTRY}' run review --focus locking`
  let answered = false
  const { output } = await start(scene, ['script', '-qec', command, '/dev/null'], shown => {
    if (answered || !shown.includes('Who is to review?') || !shown.includes('fast')) return null
    answered = true
    // Down, and Enter.
    return '\x1b[B\r'
  })
  expect(output).toContain('claude haiku')
  expect(scene.asked('fast'), output).toHaveLength(1)
  expect(output).toContain('by-hand: approved')
})
