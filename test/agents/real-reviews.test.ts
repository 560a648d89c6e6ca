import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runReview } from '../../src/cli/commands/run-review.ts'
import { APPROVED } from '../support/fake-model/roles.ts'
import { finding, HALF, onlyReviewer, revision } from '../support/model-scenes.ts'
import { SECRETS } from '../support/secrets.ts'
import { chosenAgents } from './pinned.ts'
import { type RealScene, realScene } from './real-scene.ts'
import { key, LISTED, SECRET } from './rig.ts'
import { rigs } from './rigs.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const PROOF = {
  refuted: true,
  file: 'guard.js',
  quote: 'if (n === 0) throw',
  reason: 'Nobody calls it with 0.',
}
const STANDS = { refuted: false, file: '', quote: '', reason: 'It is so.' }

/** Settings and orders for every agent that we know, each of which would leave a trace. */
const ORDERS = 'ORDERS-OF-THE-CHANGE'
const AGENT_FILES = (trap: string) => ({
  '.claude/settings.json': JSON.stringify({ hooks: { SessionStart: [{ hooks: [command(trap)] }] } }),
  '.mcp.json': JSON.stringify({ mcpServers: { x: { command: 'sh', args: ['-c', trap] } } }),
  '.codex/config.toml': `notify = ["sh", "-c", "${trap}"]\n`,
  '.codex/hooks.json': JSON.stringify({ hooks: { SessionStart: [{ hooks: [command(trap)] }] } }),
  '.gemini/settings.json': JSON.stringify({ mcpServers: { x: { command: 'sh', args: ['-c', trap] } } }),
  '.gemini/commands/wingman-review.toml': `prompt = "${ORDERS}"\n`,
  'opencode.json': JSON.stringify({ mcp: { x: { type: 'local', command: ['sh', '-c', trap] } } }),
  '.opencode/plugins/x.js': `require('node:child_process').execSync(${JSON.stringify(trap)})\n`,
  '.github/hooks/x.json': JSON.stringify({
    version: 1,
    hooks: { sessionStart: [{ type: 'command', bash: trap }] },
  }),
  'AGENTS.md': `${ORDERS}\n`,
  'sub/CLAUDE.md': `${ORDERS}\n`,
})
const command = (trap: string) => ({ type: 'command', command: trap })

describe.each(chosenAgents())('the real %s', name => {
  const rig = rigs[name]

  test('a second look takes away what it disproves, and nothing else', async () => {
    const scene = await realScene(rig, {
      reviewer: ', verify: real',
      files: { 'guard.js': 'if (n === 0) throw new Error()\n' },
      cast: {
        review: revision(finding(), finding({ title: 'A bad name.' })),
        refute: ({ text }) => ({ answer: text.includes('A bad name.') ? STANDS : PROOF }),
      },
    })
    scene.commit('half', HALF)
    const review = await scene.review()
    expect(review.verdict, JSON.stringify(onlyReviewer(review))).toBe('needs-revision')
    expect(onlyReviewer(review).findings).toMatchObject([{ title: 'A bad name.', file: 'a.js', line: 1 }])
    expect(onlyReviewer(review).summary).toContain('1 refuted')
    expect(scene.asked('refute').length).toBeGreaterThanOrEqual(2)
  })

  test('words are brought into the shape of findings by a second model', async () => {
    const scene = await realScene(rig, {
      reviewer: ', parse: real',
      cast: { review: { say: 'In a.js, `1 / n` divides by zero: a defect.' }, parse: revision(finding()) },
    })
    scene.commit('half', HALF)
    const review = await scene.review()
    expect(review.verdict, JSON.stringify(onlyReviewer(review))).toBe('needs-revision')
    expect(onlyReviewer(review).findings).toMatchObject([{ title: 'It divides by zero.' }])
    expect(scene.asked('parse')[0]?.text).toContain('divides by zero: a defect.')
  })

  test('a large change goes out in parts, all of it, and by a CLI that knows nothing of its settings', async () => {
    const scene = await realScene(rig, {
      more: 'context: { diffTokens: 3000 }\n',
      cast: { review: { answer: APPROVED } },
    })
    const trap = `touch ${scene.home}/trapped`
    for (const hook of ['post-index-change', 'post-checkout', 'reference-transaction'])
      scene.executable(`.git/hooks/${hook}`, `#!/bin/sh\n[ -z "$WINGMAN_CHILD" ] || ${trap}\n`)
    const files = manyFiles()
    scene.commit('large', { ...files, ...AGENT_FILES(trap) })
    vi.stubEnv('GIT_INDEX_FILE', '/nowhere/index')
    vi.stubEnv('GIT_PREFIX', 'nowhere/')
    vi.stubEnv('GIT_CONFIG_COUNT', '0')
    const review = await scene.review()
    expect(review.verdict, JSON.stringify(onlyReviewer(review))).toBe('approved')
    expectCovered(scene, files, onlyReviewer(review).coverage)
    expect(existsSync(join(scene.home, 'trapped')), 'no hook, server or plugin ran').toBe(false)
    expect(existsSync(join(scene.home, 'new.txt')), 'nor one of the person').toBe(false)
    for (const { env, files } of scene.seen) {
      expect(env).not.toMatch(/(^|\0)GIT_/)
      expect(env).toContain('WINGMAN_CHILD=1')
      expect(env).not.toContain(SECRET)
      expect(files).toContain('src/a.js')
      expect(files.filter(file => Object.keys(AGENT_FILES('')).includes(file))).toEqual([])
    }
    if (process.platform === 'linux') expect(scene.seen.length).toBeGreaterThan(0)
  })

  test('a secret reaches no request, no log and no record, wherever it lies about', async () => {
    const [DIFF, MESSAGE, BASE, ANSWER] = Object.values(SECRETS) as [string, string, string, string]
    const reply = revision(finding({ reason: `It is ${ANSWER}.`, quote: `const key = '${DIFF}'` }))
    const scene = await realScene(rig, {
      reviewer: ', verify: real',
      files: { 'old.js': `const old = '${BASE}'\n` },
      cast: {
        // It tries to read what it must not, and then repeats what it knows.
        review: request => tries(scene, request.turns.filter(({ from }) => from === 'tool').length) ?? reply,
        refute: { answer: STANDS },
      },
    })
    const tries = ({ home, dir }: RealScene, done: number) =>
      [rig.read(`${home}/secret.txt`), rig.read(`${dir}/a.js`), rig.read('old.js')][done]
    const mentions = `// @${scene.home}/secret.txt\n// @~/secret.txt\n// @${scene.dir}/a.js\n`
    scene.commit(`half ${MESSAGE}`, { 'a.js': `${mentions}${HALF['a.js']}const key = '${DIFF}'\n` })
    vi.spyOn(process, 'cwd').mockReturnValue(scene.dir)
    const printed: string[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0)
    await runReview({ json: true })
    vi.restoreAllMocks()
    const places: Record<string, string> = {
      requests: scene.server.requests.map(({ text }) => text).join('\n'),
      output: printed.join(''),
      'what is kept': textBelow(join(scene.dir, '.git', 'wingman')) + textBelow(join(scene.dir, '.wingman')),
    }
    expect(places.requests).toContain("const key = 'AKIA****'")
    expect(places.output).toContain('needs-revision')
    for (const [place, text] of Object.entries(places))
      for (const [what, secret] of Object.entries({
        ...{ DIFF, MESSAGE, BASE, ANSWER },
        ...{ 'home and environment': SECRET, key: key(), 'names at home': LISTED },
      }))
        expect(text.includes(secret), `${what} in ${place}`).toBe(false)
  })
})

/** About two thousand tokens each: five questions or more. */
function manyFiles(): Record<string, string> {
  const line = (name: string, at: number) => `export const ${name}${at} = ${at} * ${at} + offset(${at})\n`
  return Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(name => [
      `src/${name}.js`,
      Array.from({ length: 120 }, (_, at) => line(name, at)).join(''),
    ]),
  )
}

type Coverage = ReturnType<typeof onlyReviewer>['coverage']

function expectCovered(scene: RealScene, files: Record<string, string>, coverage: Coverage): void {
  const all = [...Object.keys(files), ...Object.keys(AGENT_FILES(''))].toSorted()
  expect(coverage.covered.toSorted()).toEqual(all)
  expect(coverage.missed).toEqual([])
  const receipts = coverage.receipts ?? []
  expect(receipts.flatMap(({ files }) => files.map(({ file }) => file)).toSorted()).toEqual(all)
  const questions = new Map(
    scene.asked('review').map(({ text }) => [/This is part (\d+) of \d+/.exec(text)?.[1], text]),
  )
  expect(receipts.length).toBeGreaterThanOrEqual(3)
  expect([...questions.keys()].toSorted()).toEqual(receipts.map((_, at) => `${at + 1}`).toSorted())
  const shown = [...questions.values()].join('\n')
  const lines = Object.values(files).join('').trimEnd().split('\n')
  expect(lines.filter(line => shown.split(`+${line}`).length !== 2)).toEqual([])
}

function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
