import { expect, test } from 'vitest'
import { textReport } from '../../../../src/adapters/reporters/text.ts'
import { paintFor } from '../../../../src/paint.ts'
import { finding, loopOutcome, outcome, review } from '../../../support/findings.ts'

const reportOf = (more: Parameters<typeof finding>[0]) => {
  const loops = [loopOutcome({ reviewers: [outcome({ findings: [finding(more)] })] })]
  return textReport(review({ loops, verdict: 'needs-revision' }), paintFor({}))
}

test('a failed command shows the last of what it printed', () => {
  const printed = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n')
  const lines = reportOf({ detail: printed, fix: null }).split('\n')
  expect(lines.slice(1, 3)).toEqual(['    …', '    line 19'])
  expect(lines).toContain('    line 30')
})

test('nothing in a finding steers the terminal', () => {
  const text = reportOf({ file: 'a\x1b[2Jb', title: 'x\x1b]0;pwn\x07y\nz', detail: '\x1b[31mred\u202e' })
  expect(text).not.toMatch(/\x1b|\x07|\u202e/)
  expect(text).toContain('ab:1  debugger-statement  xy z')
})
