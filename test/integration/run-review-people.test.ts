import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, DEFECT } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'
import { SECRETS } from '../support/secrets.ts'
import { ENTRY, RULES_ONLY, type WingmanRepository, withWingman } from '../support/wingman.ts'

function project(config: string): WingmanRepository {
  const repository = withWingman(temporaryRepository())
  repository.commit('start', { 'wingman.config.yaml': config })
  return repository
}

test('reviewers of a loop run side by side: two that wait for each other both end', () => {
  const meet = (mine: string, other: string) =>
    `touch ${mine}; n=0; while [ ! -e ${other} ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n+1)); done; [ -e ${other} ]`
  const repository = project(
    `reviewers:\n  one: { run: '${meet('../1', '../2')}' }\n  two: { run: '${meet('../2', '../1')}' }\nloops:\n  both: { reviewers: [one, two] }\n`,
  )
  repository.write({ 'a.js': CLEAN })
  const run = repository.wingman('run', 'review')
  expect(run.status, run.output).toBe(0)
})

test('on a terminal the list is drawn over as it goes on, and says where it stopped', () => {
  const repository = project(
    `reviewers:\n  slow: { run: 'sleep 2.5' }\nloops:\n  tests: { reviewers: [slow] }\n  basics: { reviewers: [rules] }\n  late: { reviewers: [rules] }\n`,
  )
  repository.write({ 'a.js': DEFECT })
  const { output } = repository.run(
    'script',
    ['-qec', `stty cols 100 rows 40; '${process.execPath}' '${ENTRY}' run review`, '/dev/null'],
    { env: { TERM: 'xterm', NO_COLOR: undefined } },
  )
  expect(output).toMatch(/slow \(\d\.\d s\)/)
  expect(output, 'redrawn').toMatch(/\x1b\[\d*[AGKJ]/)
  expect(output).toContain('✖')
  expect(output).toContain('basics: needs revision')
  expect(output).toContain('late: not run, basics did not pass')
  expect(output).not.toContain('⚠')
})

const MODEL = `models: { fast: { agent: claude } }\nreviewers: { correctness: { model: fast, prompt: correctness } }\nloops: { standards: { reviewers: [correctness] } }\n`

test('a model reads the change, and what it finds is in the record', () => {
  scriptedClaude('findings', {
    answer: {
      result: 'needs-revision',
      summary: 'One problem.',
      findings: [
        {
          severity: 'critical',
          blocking: false,
          file: 'a.js',
          line: 1,
          title: 'It divides by zero.',
          reason: 'For n = 0.',
          fix: 'Check n first.',
          quote: 'export const half = n => 1 / n',
          confidence: 'likely',
        },
      ],
    },
  })
  const repository = project(MODEL)
  repository.write({ 'a.js': 'export const half = n => 1 / n\n' })
  const run = repository.wingman('run', 'review')
  expect(run.status, run.output).toBe(1)
  expect(run.stdout).toContain('a.js:1')
  const [review] = JSON.parse(repository.wingman('log', '--json').stdout).reviews
  expect(review.loops[0].reviewers[0]).toMatchObject({ kind: 'model', state: 'done' })
  expect(review.loops[0].reviewers[0].findings).toMatchObject([
    { title: 'It divides by zero.', file: 'a.js' },
  ])
})

test.each(['prose', 'rate-limited', 'crash'] as const)(
  'a model that fails (%s) decides nothing',
  scenario => {
    scriptedClaude(scenario)
    const repository = project(MODEL)
    repository.write({ 'a.js': CLEAN })
    const run = repository.wingman('run', 'review')
    expect(run.status, run.output).toBe(3)
    expect(run.stdout).toContain('Could not decide')
  },
)

test('what a reviewer printed is kept beside the record, and no secret with it', () => {
  const secret = SECRETS['an AWS key id'] ?? ''
  const repository = project(
    `reviewers:\n  leak: { run: 'printf "%s%s\\n" ${secret.slice(0, 8)} ${secret.slice(8)}; exit 1' }\nloops:\n  basics: { reviewers: [leak] }\n`,
  )
  repository.write({ 'a.js': CLEAN })
  expect(repository.wingman('run', 'review').output).not.toContain(secret)
  const kept = filesBelow(join(repository.dir, '.git/wingman')).concat(
    filesBelow(join(repository.dir, '.wingman')),
  )
  expect(kept.some(path => path.endsWith('basics.leak.txt'))).toBe(true)
  expect(kept.filter(path => readFileSync(path, 'utf8').includes(secret))).toEqual([])
})

test('`config print` tells what the config means, and `config schema` what it may say', () => {
  const repository = project(RULES_ONLY)
  expect(JSON.parse(repository.wingman('config', 'print').stdout)).toMatchObject({
    loops: [{ name: 'basics', failOn: 'critical', on: ['post-commit', 'explicit'] }],
    gates: [{ name: 'ship', whenPending: 'wait' }],
  })
  const schema = JSON.parse(repository.wingman('config', 'schema').stdout)
  expect(schema.required).toEqual(['loops'])
})

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
