import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AgentProgress } from '../../../../src/adapters/agents/agent.ts'
import { cursor } from '../../../../src/adapters/agents/cursor.ts'
import { APPROVED } from '../../../support/fake-model/roles.ts'
import { temporaryFolder } from '../../../support/repository.ts'
import { GITHUB_TOKEN } from '../../../support/secrets.ts'

// Cursor's CLI is not to be had from npm: this is its contract as it is documented, played by a script.

let home: string
beforeEach(() => {
  home = temporaryFolder()
  vi.stubEnv('HOME', home)
  vi.stubEnv('DEPLOY_TOKEN', 'secret')
})

const system = { type: 'system', subtype: 'init', session_id: 's', model: 'Auto' }
const assistant = (text: string) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
})
const reading = {
  ...{ type: 'tool_call', subtype: 'started', call_id: 'c' },
  tool_call: { readToolCall: { args: { path: 'src/a.ts' } } },
}
const result = (more: object = {}) => ({
  ...{ type: 'result', subtype: 'success', is_error: false, duration_ms: 5, result: 'all of it' },
  ...more,
})

/** Plays these events, keeps what it was started with, and ends with that code. */
async function reviewBy({ events = [] as object[], stderr = '', code = 0 }, more: object = {}) {
  const folder = temporaryFolder()
  const dir = temporaryFolder()
  for (const [path, text] of Object.entries({ 'AGENTS.md': 'orders', 'src/.cursorrules': 'orders' })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const program = join(folder, 'cursor-agent')
  const lines = events.map(event => JSON.stringify(event)).join('\n')
  writeFileSync(join(folder, 'lines'), lines === '' ? '' : `${lines}\n`)
  writeFileSync(
    program,
    `#!/bin/sh
cat > '${folder}/stdin'
printf '%s\\n' "$@" > '${folder}/args'
env > '${folder}/env'
cp "$CURSOR_CONFIG_DIR/cli-config.json" '${folder}/settings'
ls -A . src > '${folder}/seen'
cat '${folder}/lines'
printf '%s' '${stderr}' >&2
exit ${code}
`,
  )
  chmodSync(program, 0o755)
  const notices: AgentProgress[] = []
  const answer = await cursor.review({
    ...{ program, path: ['/usr/bin', '/bin'], dir, prompt: 'Review this.', schema: {} },
    ...{ model: null, effort: null, env: {}, timeoutMs: 30_000, silenceMs: 30_000, maxDollars: 1 },
    signal: new AbortController().signal,
    notice: progress => notices.push(progress),
    ...more,
  })
  const kept = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  return { answer, notices, dir, kept }
}

const approval = [system, reading, assistant(JSON.stringify(APPROVED)), result()]

test('it is asked by standard input, in the mode that only answers', async () => {
  const { answer, kept } = await reviewBy({ events: approval }, { model: 'gpt-5' })
  expect(answer).toMatchObject({ state: 'done', answer: APPROVED })
  expect(kept('stdin')).toBe('Review this.')
  const args = kept('args').trim().split('\n').join(' ')
  expect(args).toContain('--print --output-format stream-json --model gpt-5')
  expect(args).toContain('--mode ask')
  expect(args).not.toMatch(/--force|--yolo|-f\b/)
})

test('it gets settings of its own, which allow to read the export and refuse the rest', async () => {
  mkdirSync(join(home, '.cursor'))
  writeFileSync(
    join(home, '.cursor/cli-config.json'),
    JSON.stringify({ permissions: { allow: ['Shell(*)'] }, authInfo: { email: 'me' } }),
  )
  const { kept, dir } = await reviewBy({ events: approval })
  const { permissions, authInfo } = JSON.parse(kept('settings'))
  expect(permissions.allow).toEqual([`Read(${dir}/**)`])
  expect(permissions.deny).toEqual(expect.arrayContaining(['Shell(*)', 'Write(**)', 'Mcp(*:*)']))
  expect(authInfo, 'who is logged in').toEqual({ email: 'me' })
})

test('it inherits no secret, and finds no orders in the tree', async () => {
  const { kept } = await reviewBy({ events: approval })
  expect(kept('env')).not.toContain('secret')
  expect(kept('env')).toContain('WINGMAN_CHILD')
  expect(kept('seen')).toMatch(/AGENTS\.md\.set-aside[\s\S]*\.cursorrules\.set-aside/)
  expect(kept('seen')).not.toMatch(/AGENTS\.md$|\.cursorrules$/m)
})

test('it is heard while it works', async () => {
  const { notices } = await reviewBy({ events: approval })
  expect(notices.map(({ line }) => line).join('\n')).toContain('src/a.ts')
})

describe('what its end means', () => {
  const limit = result({ is_error: true, subtype: 'error', result: 'You hit your usage limit' })
  test.each([
    ['an answer', { events: approval }, 'done', null],
    ['words', { events: [assistant('It is fine.'), result()] }, 'prose', null],
    ['half a JSON', { events: [assistant('{"result":"appr'), result()] }, 'torn', /no whole JSON/],
    ['an answer without an end', { events: [assistant(JSON.stringify(APPROVED))] }, 'torn', /no result/],
    ['two ends', { events: [...approval, result()] }, 'torn', /no result/],
    ['an approval in an error', { events: [...approval.slice(0, 3), limit] }, 'quota', /limit/],
    ['nothing', {}, 'torn', /no result/],
    [
      'nobody who is logged in',
      { stderr: 'Error: Authentication required. Run cursor-agent login', code: 1 },
      'failed',
      /not logged in/,
    ],
    ['a crash', { stderr: 'boom', code: 7 }, 'failed', /exit code 7: boom/],
    [
      'an approval after more than anybody keeps',
      {
        events: [
          { type: 'x', filler: 'x'.repeat(9_000_000) },
          { type: 'x', filler: 'x'.repeat(9_000_000) },
          ...approval,
        ],
      },
      'torn',
      /more than an answer can be/,
    ],
    [
      'an approval after a line that nobody keeps',
      { events: [{ type: 'result', subtype: 'error', filler: 'x'.repeat(17_000_000) }, ...approval] },
      'torn',
      /more than an answer can be/,
    ],
    ['an approval, and then a crash', { events: approval, code: 1 }, 'failed', /exit code 1/],
  ])('%s', async (_, played, state, reason) => {
    const { answer } = await reviewBy(played)
    expect(answer.state).toBe(state)
    if (reason) expect(answer).toMatchObject({ reason: expect.stringMatching(reason) })
  })
})

test('a key that it repeats is in nothing that is kept, cut or not', async () => {
  const [secret, filler] = [GITHUB_TOKEN, 'x '.repeat(90)]
  const failed = await reviewBy({ stderr: `${filler}invalid api key ${secret}`, code: 1 })
  expect(JSON.stringify(failed.answer)).not.toContain(secret.slice(0, 12))
  const { notices } = await reviewBy({
    events: [system, assistant(`${filler.slice(0, 100)} ${secret}`), result()],
  })
  expect(notices).toHaveLength(1)
  expect(JSON.stringify(notices)).not.toContain(secret.slice(0, 12))
})

test('what it used is told, where it says so', async () => {
  const usage = { inputTokens: 900, outputTokens: 12 }
  const { answer } = await reviewBy({ events: [...approval.slice(0, 3), result({ usage })] })
  expect(answer.cost).toEqual({ dollars: null, inputTokens: 900, outputTokens: 12 })
  expect((await reviewBy({ events: approval })).answer.cost).toBeNull()
})
