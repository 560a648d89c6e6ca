import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeModel } from '../support/fake-model/index.ts'
import { temporaryFolder } from '../support/repository.ts'
import { RULES_ONLY, reviewedRepository } from '../support/wingman.ts'
import { chosenAgents, type RealAgent } from './pinned.ts'
import { write } from './rig.ts'
import { rigs } from './rigs.ts'

// The real programs, with the hooks that `wingman install` gives them: what they hand to their model is in its requests.

interface Started {
  args(dir: string): string[]
  env?: Record<string, string>
  /** In place of what a reviewer's home is like. */
  home?(home: string, url: string): void
}

const codexProvider = (url: string): string =>
  [
    'model_provider = "fake"',
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "CODEX_API_KEY"',
    'request_max_retries = 0',
    'stream_max_retries = 0\n',
  ].join('\n')

const STARTED: Record<RealAgent, Started> = {
  claude: { args: () => ['-p', '--model', 'sonnet', 'Go on.'] },
  codex: {
    args: dir => [
      'exec',
      '--dangerously-bypass-hook-trust',
      ...['-c', `projects={"${dir}"={trust_level="trusted"}}`, '-m', 'gpt-5', 'Go on.'],
    ],
    home: (home, url) => write(`${home}/.codex/config.toml`, codexProvider(url)),
  },
  gemini: {
    args: () => ['-m', 'gemini-2.5-pro', '-p', 'Go on.'],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  },
  opencode: { args: () => ['run', '-m', 'fake/m', 'Go on.'], env: { OPENCODE_DISABLE_AUTOUPDATE: '1' } },
  copilot: {
    args: () => ['-p', 'Go on.', '--trust-folder', '--no-ask-user'],
    env: { COPILOT_MODEL: 'gpt-4.1', COPILOT_AUTO_UPDATE: 'false' },
  },
}

describe.each(chosenAgents())('the real %s', name => {
  test('hands the review to its model at the next prompt, once', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.wingman('install', '--agents', name)
    repository.commit('bad', { 'a.js': 'debugger\n' })
    await repository.reviewed()
    const { model, run } = await agentIn(name, repository.dir)

    const first = await run()
    expect(model.requests.length, first).toBeGreaterThan(0)
    const told = () => model.requests.filter(({ text }) => text.includes('wingman reviewed '))
    expect(told().length, first).toBeGreaterThan(0)
    expect(told()[0]?.text).toContain('debugger-statement')
    expect(JSON.parse(repository.wingman('status', '--json').stdout).handedOver).toMatchObject({
      agent: name,
      session: expect.any(String),
    })

    const before = told().length
    await run()
    expect(told().length, 'in a second session').toBe(before)
  })
})

/** In a home of its own, with the model behind it on loopback. */
async function agentIn(name: RealAgent, dir: string) {
  const rig = rigs[name]
  const home = temporaryFolder()
  const model = await fakeModel(() => ({ say: 'Done.' }))
  onTestFinished(() => model.close())
  const { args, env, home: moveIn = rig.home } = STARTED[name]
  moveIn?.(home, model.url)
  const path = [rig.bin, dirname(process.execPath), process.env.PATH].join(':')
  // As a shell has it that went there: opencode goes by it. Gemini gets another one, which it would put into our command.
  const PWD = name === 'gemini' ? process.env.PWD : dir
  const started = { ...process.env, HOME: home, PATH: path, PWD, ...rig.env(model.url), ...env }
  for (const unwanted of Object.keys(started)) if (/^XDG_/.test(unwanted)) delete started[unwanted as never]
  return { model, run: () => ended(`${rig.bin}/${rig.agent.name}`, args(dir), { cwd: dir, env: started }) }
}

/** What it printed. */
function ended(program: string, args: string[], options: { cwd: string; env: object }): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      env: options.env as never,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), 45_000)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', part => {
        text += part
      })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}
