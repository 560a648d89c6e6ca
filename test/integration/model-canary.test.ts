import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runReview } from '../../src/cli/commands/run-review.ts'
import { finding, HALF, modelScene, revision } from '../support/model-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'
import { SECRETS } from '../support/secrets.ts'

// One for each place where a secret lies about: whichever gets out, the test says from where.
const [ENVIRONMENT, DIFF, MESSAGE, BASE, HOME, ANSWER, KEY] = Object.values(SECRETS) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

test('a secret reaches no request, no log and no record, wherever it lies about', async () => {
  const home = temporaryFolder()
  writeFileSync(join(home, '.netrc'), `password ${HOME}\n`)
  vi.stubEnv('HOME', home)
  vi.stubEnv('DEPLOY_TOKEN', ENVIRONMENT)
  vi.stubEnv('SOME_KEY', KEY)
  const claude = scriptedClaude('findings', {
    answer: { result: 'needs-revision', summary: ANSWER, findings: [finding({ reason: ANSWER })] },
  })
  const scene = await modelScene(
    { fast: revision(finding({ reason: `The key ${ANSWER} is in there.`, quote: `const key = '${DIFF}'` })) },
    {
      reviewer: 'model: [fast, agent], prompt: correctness, verify: fast',
      files: { 'old.js': `const old = '${BASE}'\n`, 'AGENTS.md': `Use ${BASE}.\n` },
    },
  )
  const config = scene
    .read('wingman.config.yaml')
    .replace('models:\n', 'models:\n  agent: { agent: claude }\n')
    .replace('model: fast }', 'model: fast, keyEnv: SOME_KEY }')
  scene.git('switch', '-q', 'main')
  scene.commit('config', {
    'wingman.config.yaml': `${config}context: { files: [AGENTS.md], commands: { env: 'env', home: 'cat ~/.netrc', old: 'cat old.js' } }\n`,
  })
  scene.git('switch', '-q', '-C', 'topic')
  scene.commit(`half ${MESSAGE}`, { ...HALF, 'a.js': `${HALF['a.js']}const key = '${DIFF}'\n` })

  vi.spyOn(process, 'cwd').mockReturnValue(scene.dir)
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0)
  await runReview({ json: true })
  vi.restoreAllMocks()

  expect(scene.asked().length).toBeGreaterThan(1)
  const [call] = claude.calls()
  const places: Record<string, string> = {
    requests: scene
      .asked()
      .map(({ text }) => text)
      .join('\n'),
    'what an agent was told': `${call?.stdin}${JSON.stringify(call?.args)}`,
    'what an agent inherits': JSON.stringify(call?.env),
    output: printed.join(''),
    'what is kept': textBelow(join(scene.dir, '.git', 'wingman')) + textBelow(join(scene.dir, '.wingman')),
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(100)
    for (const [name, secret] of Object.entries({ ENVIRONMENT, DIFF, MESSAGE, BASE, HOME, ANSWER, KEY }))
      expect(text.includes(secret), `${name} in ${place}`).toBe(false)
  }
  expect(places.requests).toContain("const key = 'gh")
  expect(scene.asked()[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
})

function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
