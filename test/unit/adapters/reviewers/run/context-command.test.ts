import { afterEach, expect, test, vi } from 'vitest'
import { contextCommand } from '../../../../../src/adapters/reviewers/run/context-command.ts'
import { temporaryFolder } from '../../../../support/repository.ts'
import { GITHUB_TOKEN } from '../../../../support/secrets.ts'

afterEach(() => vi.unstubAllEnvs())

const run = (command: string) =>
  contextCommand({ command, dir: temporaryFolder(), signal: new AbortController().signal })

test('however it ends, that is its result', async () => {
  expect(await run('echo no; exit 3')).toEqual({ passed: false, how: 'ended with 3', output: 'no\n' })
})

test.each(['DEPLOY_TOKEN', 'DB_PASSWORD', 'MY_API_KEY', 'apikey_SECRET'])(
  'what stands in %s of the environment is not handed on, whatever it looks like',
  async name => {
    vi.stubEnv(name, 'swordfish-7')
    vi.stubEnv('KEYBOARD', 'dvorak-layout')
    const { output } = await run('env; echo the swordfish-7')
    expect(output).not.toContain('swordfish')
    expect(output).toContain('dvorak-layout')
  },
)

test('a secret on the border of what is kept is whole when it is masked, and the cut is said', async () => {
  const { output } = await run(`printf '%0200d %s ' 0 '${GITHUB_TOKEN}'; printf '%019980d' 0`)
  expect(output.slice(0, 100)).toMatch(/^\(cut here: \d+ characters before\)/)
  expect(output).not.toContain(GITHUB_TOKEN.slice(-12))
})
