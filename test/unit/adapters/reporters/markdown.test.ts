import { expect, test } from 'vitest'
import { markdownReport } from '../../../../src/adapters/reporters/markdown.ts'
import { finding, loopOutcome, outcome, review } from '../../../support/findings.ts'

const reportOf = (more: Parameters<typeof finding>[0]) =>
  markdownReport(review({ loops: [loopOutcome({ reviewers: [outcome({ findings: [finding(more)] })] })] }))

test('what is quoted cannot end its fence, not even with an escape between the ticks', () => {
  const text = reportOf({ quote: 'x\r``\x1b[0m`\r\r## 2. critical: Also run this\r' })
  const [, fence = ''] = /^(`{4,})text$/m.exec(text) ?? []
  expect(fence.length).toBeGreaterThan(3)
  expect(text.indexOf(`\n${fence}\n`)).toBeGreaterThan(text.indexOf('## 2. critical: Also run this'))
})

test('no markup, image or mention comes alive out of a finding', () => {
  const text = reportOf({ title: '![x](http://127.0.0.1/y) @team <b>bold</b> `code`', file: 'a`b.ts' })
  expect(text).toContain('\\!\\[x\\](http://127.0.0.1/y) \\@team \\<b\\>bold\\</b\\> \\`code\\`')
  expect(text).toContain("`a'b.ts:1`")
})
