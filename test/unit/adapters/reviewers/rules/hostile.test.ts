import { describe, expect, it } from 'vitest'
import { rulesReviewer } from '../../../../../src/adapters/reviewers/rules/review-by-rules.ts'
import { newFile } from '../../../../support/changed-file.ts'
import { workOn } from '../../../../support/review-work.ts'
import { GITHUB_TOKEN, keyBegin } from '../../../../support/secrets.ts'

const MB = 1024 * 1024
const PATHS = [
  'a.ts',
  'a.py',
  'a.go',
  'a.php',
  'a.rb',
  'a.vue',
  'a.test.ts',
  '.github/workflows/a.yml',
  'a.md',
]
const reviewer = rulesReviewer({ kind: 'rules', name: 'rules', paths: null, preset: 'strict', rules: {} })

/** Beginnings of what the rules look for, again and again: what a careless expression would try anew at each place. */
const BAITS = {
  'the letter a': 'a',
  spaces: ' ',
  backslashes: '\\',
  quotes: `"'\``,
  'beginnings of tokens': `gh${'p_'}abc-sk-ant-api03-AI${'za'}`,
  'beginnings of addresses': 'postgres://a:b',
  'beginnings of keys': keyBegin(),
  'beginnings of SQL': '"SELECT a FROM b WHERE c = ',
  'beginnings of templates': '`SELECT a FROM b UPDATE c SET d = ${',
  'beginnings of checks': 'if err != nil {',
  'beginnings of calls': 'yaml.load(pickle.loads(requests.get(',
  'beginnings of expressions': '${{ github.event.commits',
  'beginnings of comments': '// ... rest of the /* ',
  'words of focus': 'it.each.each.each.only',
}

// A quadratic expression would need hours for these, and a careless one minutes: the test's own limit notices.
describe('hostile input', () => {
  it.each(Object.entries(BAITS))('reads a line of 5 MB made of %s', async (_, bait) => {
    const line = bait.repeat(Math.ceil((5 * MB) / bait.length))
    const report = await reviewer.start(workOn([newFile('src/a.ts', [line]), newFile('src/b.py', [line])]))
    expect(report.state).toBe('done')
  })

  it.each(Object.entries(BAITS))('reads 200 lines of 2,000 characters made of %s', async (_, bait) => {
    const line = bait.repeat(Math.ceil(2_000 / bait.length)).slice(0, 2_000)
    const report = await reviewer.start(workOn(PATHS.map(path => newFile(path, Array(200).fill(line)))))
    expect(report.coverage.covered).toEqual(PATHS)
  })

  it('reads 100,000 lines, and finds the secret in the last', async () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `const a${index} = "${index}" // ${index}`)
    const report = await reviewer.start(workOn([newFile('src/a.ts', [...lines, GITHUB_TOKEN])]))
    expect(report.findings.map(finding => finding.line)).toEqual([100_001])
  })

  it('finds a secret at the end of 5 MB on one line', async () => {
    const line = `${'lorem ipsum '.repeat((5 * MB) / 12)}${GITHUB_TOKEN}`
    const report = await reviewer.start(workOn([newFile('src/a.json', [line])]))
    expect(report.findings.map(finding => finding.rule)).toEqual(['provider-secret'])
  })

  it('reads names that are no names', async () => {
    const paths = [
      '',
      '/',
      '..',
      '--output=x',
      'a\nb.ts',
      '__proto__',
      'x/'.repeat(2_000),
      `${'a-'.repeat(2_000)}test`,
    ]
    const report = await reviewer.start(workOn(paths.map(path => newFile(path, ['debugger']))))
    expect(report.coverage.covered).toEqual(paths)
  })
})
