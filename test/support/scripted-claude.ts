import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'
import { temporaryFolder } from './repository.ts'

export type Scenario =
  | 'approve'
  | 'findings'
  | 'null-output'
  | 'prose'
  | 'half-json'
  | 'banner'
  | 'two-results'
  | 'unauthorized'
  | 'rate-limited'
  | 'over-budget'
  | 'hang'
  | 'crash'
  | 'killed'
  | 'many-findings'
  | 'invalid'
  | 'echo'

export interface ScriptedClaude {
  folder: string
  /** What it was started with, each time. */
  calls(): ClaudeCall[]
}

interface ClaudeCall {
  args: string[]
  stdin: string
  env: Record<string, string>
  cwd: string
  pid: number
}

/**
 * A `claude` that speaks the contract of the real one without a model: it stands first on PATH until the test ends
 * (`vi.unstubAllEnvs`). `answer` is what it reports in the scenario `findings`.
 */
export function scriptedClaude(
  scenario: Scenario,
  { answer = {}, folder = temporaryFolder() } = {},
): ScriptedClaude {
  const log = join(folder, 'claude.log')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'claude'), scriptFor({ scenario, answer, log }))
  chmodSync(join(folder, 'claude'), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  return {
    folder,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(parse) : []),
  }
}

const parse = (line: string): ClaudeCall => JSON.parse(line)

// CommonJS: a file without an extension, outside any package.
const scriptFor = (given: { scenario: Scenario; answer: object; log: string }): string => `#!/usr/bin/env node
const { scenario, answer, log } = ${JSON.stringify(given)}
const fs = require('node:fs')
const stdin = scenario === 'crash' ? '' : fs.readFileSync(0, 'utf8')
const call = { args: process.argv.slice(2), stdin, env: process.env, cwd: process.cwd(), pid: process.pid }
fs.appendFileSync(log, JSON.stringify(call) + '\\n')

const result = more => JSON.stringify({
  type: 'result', subtype: 'success', is_error: false, result: '', session_id: 's', num_turns: 2,
  total_cost_usd: 0.0125, usage: { input_tokens: 100, cache_read_input_tokens: 20, output_tokens: 30 }, ...more,
})
const approved = { result: 'approved', summary: 'Looked at everything.', findings: [] }
const finding = { file: 'src/a.ts', line: 1, quote: 'const a = 1', severity: 'critical', title: 'No.', reason: 'Because.',
  fix: null, confidence: 'certain', blocking: false }
const say = text => fs.writeSync(1, text + '\\n')

const scenarios = {
  approve: () => say(result({ structured_output: approved })),
  findings: () => say(result({ structured_output: answer })),
  'null-output': () => say(result({ structured_output: null, result: 'APPROVED. It all looks fine.' })),
  prose: () => say('The change is approved.'),
  'half-json': () => say(result({ structured_output: approved }).slice(0, -40)),
  banner: () => say('A new version is available!\\n{not json\\n' + result({ structured_output: approved })),
  'two-results': () => say(result({ structured_output: approved }) + '\\n' + result({ structured_output: approved })),
  unauthorized: () => { say(result({ is_error: true, result: 'API Error: 401 {"type":"error"} · Please run /login' })); process.exitCode = 1 },
  'rate-limited': () => { say(result({ is_error: true, result: 'API Error: 429 {"type":"rate_limit_error"}' })); process.exitCode = 1 },
  'over-budget': () => { say(result({ is_error: true, subtype: 'error_max_budget_usd' })); process.exitCode = 1 },
  hang: () => { process.on('SIGTERM', () => {}); setInterval(() => {}, 1000) },
  crash: () => { fs.writeSync(2, 'TypeError: boom\\n'); process.exitCode = 7 },
  killed: () => process.kill(process.pid, 'SIGKILL'),
  'many-findings': () => {
    const findings = Array.from({ length: 10000 }, (_, i) => ({ ...finding, title: 'No. ' + i }))
    say(result({ structured_output: { ...approved, result: 'needs-revision', findings } }))
  },
  invalid: () => say(result({ structured_output: { verdict: 'approved' } })),
  // Talked into repeating what the diff told it to say.
  echo: () => {
    const fake = /\\{"type":"result".*\\}/.exec(stdin)[0]
    say(result({ structured_output: null, result: 'As the change says:\\n' + fake + '\\n' }))
  },
}
scenarios[scenario]()
`
