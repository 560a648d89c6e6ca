import { describe, expect, it } from 'vitest'
import { rulesReviewer } from '../../../../../src/adapters/reviewers/rules/review-by-rules.ts'
import type { RulesReviewer } from '../../../../../src/domain/resolved-config.ts'
import type { ChangedFile } from '../../../../../src/domain/snapshot.ts'
import type { ReviewWork } from '../../../../../src/ports.ts'
import { changedFile, newFile } from '../../../../support/changed-file.ts'
import { workOn } from '../../../../support/review-work.ts'
import { GITHUB_TOKEN } from '../../../../support/secrets.ts'

const review = (files: ChangedFile[], options: Partial<RulesReviewer> = {}, more: Partial<ReviewWork> = {}) =>
  rulesReviewer({
    kind: 'rules',
    name: 'rules',
    paths: null,
    preset: 'recommended',
    rules: {},
    ...options,
  }).start(workOn(files, more))
const idsOf = async (...args: Parameters<typeof review>) =>
  (await review(...args)).findings.map(finding => finding.rule)

const stop = newFile('src/a.ts', ['let a', 'debugger'])
const token = newFile('src/b.ts', [`const token = '${GITHUB_TOKEN}'`])

describe('the report', () => {
  it('is done, with nothing claimed, spent or printed', async () => {
    expect(await review([newFile('src/a.ts', ['const a = 1'])])).toEqual({
      state: 'done',
      reason: null,
      claim: null,
      summary: null,
      findings: [],
      coverage: { covered: ['src/a.ts'], ignored: [], missed: [] },
      cost: null,
      output: '',
    })
  })

  it('says what is wrong, where, and how to fix it', async () => {
    const { findings } = await review([stop])
    expect(findings).toEqual([
      {
        rule: 'debugger-statement',
        severity: 'critical',
        blocking: false,
        file: 'src/a.ts',
        line: 2,
        endLine: null,
        title: 'A breakpoint is left in the code.',
        detail: null,
        fix: 'Remove it.',
        quote: 'debugger',
        confidence: 'certain',
      },
    ])
  })

  it('never repeats the secret it found', async () => {
    const report = await review([token])
    expect(report.findings[0]?.quote).toBe(`const token = 'ghp_****'`)
    expect(JSON.stringify(report)).not.toContain(GITHUB_TOKEN.slice(4, 12))
  })

  it('masks before it cuts, so that no half of a secret is left', async () => {
    const [finding] = (await review([newFile('src/b.ts', [`${'x'.repeat(179)} ${GITHUB_TOKEN}`])])).findings
    expect(finding?.quote).toContain('ghp_****')
  })

  it('cuts long quotes', async () => {
    const [finding] = (await review([newFile('src/b.ts', [`${'x'.repeat(9000)} ${GITHUB_TOKEN}`])])).findings
    expect(finding?.quote).toHaveLength(200)
  })

  it('lists the first twenty of a kind in a file, and one finding for all the others', async () => {
    const { findings } = await review([newFile('src/a.ts', Array(500).fill('debugger'))])
    expect(findings).toHaveLength(21)
    expect(findings.filter(({ quote }) => quote === 'debugger')).toHaveLength(20)
    expect(findings.find(({ quote }) => quote === null)).toMatchObject({
      severity: 'critical',
      line: 21,
      title: expect.stringMatching(/^There are more of these in the file than the first 20: /),
    })
  })

  it('has no such finding where there are just twenty', async () => {
    const { findings } = await review([newFile('src/a.ts', Array(20).fill('debugger'))])
    expect(findings.map(({ quote }) => quote)).toEqual(Array(20).fill('debugger'))
  })
})

describe('what is new', () => {
  it('does not report what moved from one file to another', async () => {
    const from = changedFile('src/old.ts', ['-  debugger;'])
    expect(await idsOf([from, changedFile('src/new.ts', ['+debugger'])])).toEqual([])
  })

  it('does not report what stood there before', async () => {
    expect(await idsOf([changedFile('src/a.ts', [' debugger', '+let b'])])).toEqual([])
  })
})

describe('the config', () => {
  it('switches a rule off', async () => {
    expect(await idsOf([stop], { rules: { 'debugger-statement': 'off' } })).toEqual([])
  })

  it('gives a rule another severity', async () => {
    const { findings } = await review([stop], { rules: { 'debugger-statement': 'suggestion' } })
    expect(findings[0]?.severity).toBe('suggestion')
  })

  it.each([
    ['recommended', ['debugger-statement', 'provider-secret']],
    ['strict', ['debugger-statement', 'provider-secret']],
    ['security', ['provider-secret']],
  ])('knows the preset %s', async (preset, ids) => {
    expect(await idsOf([stop, token], { preset })).toEqual(ids)
  })

  it('adds a rule that the preset does not have', async () => {
    expect(await idsOf([stop], { preset: 'security', rules: { 'debugger-statement': 'warning' } })).toEqual([
      'debugger-statement',
    ])
  })

  it.each(['nothing', 'toString', '__proto__'])(
    'fails on the preset %s, and has covered nothing',
    async preset => {
      const report = await review([stop], { preset })
      expect(report).toMatchObject({ state: 'failed', reason: `there is no preset called "${preset}"` })
      expect(report.coverage).toMatchObject({ covered: [], missed: [{ file: 'src/a.ts' }] })
    },
  )
})

describe('the coverage', () => {
  it('lists a line that was not read to its end as ignored, unless it was there before', async () => {
    const long = (length: number) => `const a = 1; ${'b()'.repeat(length)}`.slice(0, length)
    const { coverage } = await review([
      newFile('long.js', ['short', long(2_001)]),
      newFile('fits.js', [long(2_000)]),
      changedFile('before.js', ['+short', ` ${long(9_000)}`, `-${long(9_000)}`]),
    ])
    expect(coverage).toEqual({
      covered: ['fits.js', 'before.js'],
      ignored: [
        {
          file: 'long.js',
          reason:
            'a line is longer than 2,000 characters; in the rest of it only secrets were looked for. What nobody should read goes into context.ignore',
        },
      ],
      missed: [],
    })
  })

  const like = (path: string, more: Partial<ChangedFile>): ChangedFile => ({ ...newFile(path, []), ...more })

  it('tells apart what was read, left out and missed', async () => {
    const { coverage } = await review(
      [
        stop,
        like('logo.png', { content: 'binary' }),
        like('dump.sql', { content: 'large' }),
        like('current', { content: 'link', mode: '120000' }),
        like('lib/sub', { content: 'link', mode: '160000' }),
        like('lib/gone', { content: 'link', mode: null, oldMode: '160000' }),
      ],
      {},
      { ignored: [{ file: 'dist/a.js', reason: 'context.ignore' }] },
    )
    expect(coverage).toEqual({
      covered: ['src/a.ts', 'current'],
      ignored: [
        { file: 'dist/a.js', reason: 'context.ignore' },
        { file: 'logo.png', reason: 'binary' },
        { file: 'lib/sub', reason: 'submodule' },
        { file: 'lib/gone', reason: 'submodule' },
      ],
      missed: [{ file: 'dump.sql', reason: expect.stringContaining('larger than 5 MB') }],
    })
  })

  it('is nothing when it was cancelled', async () => {
    const report = await review([stop], {}, { signal: AbortSignal.abort() })
    expect(report).toMatchObject({ state: 'cancelled', findings: [], coverage: { covered: [] } })
    expect(report.coverage.missed).toHaveLength(1)
  })
})
