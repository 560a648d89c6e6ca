import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { agentsList } from '../../src/cli/commands/agents.ts'
import { APPROVED } from '../support/fake-model/roles.ts'
import { modelScene, promptOf, type Scene } from '../support/model-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'

afterEach(() => vi.restoreAllMocks())

/** Programs of these names, first on PATH until the test ends; the agents of whoever runs the tests are not there. */
function programs(scripts: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', [folder, '/usr/bin', '/bin'].join(delimiter))
  return folder
}

async function list(scene: Scene, options = {}) {
  vi.spyOn(process, 'cwd').mockReturnValue(scene.dir)
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0)
  try {
    return { status: await agentsList(options), stdout: printed.join('') }
  } finally {
    spy.mockRestore()
  }
}

const VERSION = 'echo "2.1.326 (Claude Code)"'
const approving = { fast: { answer: APPROVED } }

test('who is here is listed with its version, and who is not with what to type', async () => {
  const folder = programs({ claude: VERSION, codex: 'exit 1' })
  const { status, stdout } = await list(await modelScene(approving))
  expect(status).toBe(0)
  expect(stdout).toMatch(`claude     2.1.326    ${folder}/claude`)
  expect(stdout).toMatch(`codex      no version ${folder}/codex`)
  expect(stdout).toMatch(/gemini {5}not here {3}npm install -g @google\/gemini-cli/)
  expect(stdout).toMatch(/fast {7}openai-compatible, fast at http:\/\/127\.0\.0\.1:\d+\/v1/)
  expect(stdout).toContain('agents list --check')
})

test('a program that the repository brings along is nobody', async () => {
  const scene = await modelScene(approving)
  programs({})
  vi.stubEnv('PATH', [join(scene.dir, 'bin'), process.env.PATH].join(delimiter))
  scene.write({ 'bin/claude': `#!/bin/sh\ntouch '${scene.dir}/pwned'\n${VERSION}\n` })
  chmodSync(join(scene.dir, 'bin/claude'), 0o755)
  expect((await list(scene)).stdout).toMatch(/claude {5}not here/)
  expect(scene.has('pwned')).toBe(false)
})

test('what cannot work is said without asking anybody', async () => {
  programs({ claude: VERSION })
  const scene = await modelScene(approving)
  scene.write({
    'wingman.config.yaml':
      'models:\n  a: { agent: codex, fallback: b }\n  b: { api: anthropic, model: haiku, keyEnv: NOT_THERE_KEY }\nloops:\n  one: { reviewers: [rules] }\n',
  })
  const { stdout } = await list(scene)
  expect(stdout).toContain('codex, else b  ✖ `codex` is not here')
  expect(stdout).toContain('✖ the environment variable NOT_THERE_KEY is not set')
})

test('--check asks every model once, without a word of the repository', async () => {
  programs({})
  const scene = await modelScene({
    ...approving,
    wordy: { say: 'All is well.' },
    broken: { fault: { status: 401 } },
  })
  scene.commit('half', { 'secret-name.js': 'export const half = 1\n' })
  const { status, stdout } = await list(scene, { check: true })
  expect(status, 'one of them does not answer').toBe(3)
  expect(stdout).toContain('Asking fast, wordy, broken')
  expect(stdout).toMatch(/✔ fast: answers \([\d.]+ m?s, [\d,]+ tokens\)/)
  expect(stdout).toMatch(/✔ wordy: answers in words/)
  expect(stdout).toMatch(/✖ broken: the API of `broken` refuses the key \(401\)/)
  expect(scene.asked()).toHaveLength(3)
  for (const request of scene.asked()) expect(promptOf(request)).not.toContain('half')
})

test('an agent that no model names is asked as well, and what it says when it fails is told', async () => {
  programs({ claude: `[ "$1" = --version ] && ${VERSION} && exit\necho 'boom' >&2; exit 7` })
  const scene = await modelScene(approving)
  const { status, stdout } = await list(scene, { check: true, json: true })
  expect(status).toBe(3)
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    models: [{ name: 'fast', api: 'openai-compatible', fallback: null, problem: null }],
    tried: [
      { name: 'fast', answers: 'yes', reason: null },
      { name: 'claude', answers: 'no', reason: expect.stringContaining('boom') },
    ],
  })
})

test('what asking costs counts against the budget', async () => {
  programs({})
  const scene = await modelScene(approving, { more: 'budget: { tokensPerDay: 100 }\n' })
  const { status, stdout } = await list(scene, { check: true })
  expect(status).toBe(3)
  expect(stdout).toContain('`budget.tokensPerDay` is 100')
  expect(scene.asked()).toEqual([])
})

test('without a config the agents are listed all the same', async () => {
  programs({ claude: VERSION })
  const scene = await modelScene(approving)
  scene.git('rm', '-q', 'wingman.config.yaml')
  const { status, stdout } = await list(scene)
  expect(status).toBe(0)
  expect(stdout).toContain('The config names no model.')
})
