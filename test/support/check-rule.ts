import { describe, expect, it } from 'vitest'
import { checkFile } from '../../src/adapters/reviewers/rules/check-file.ts'
import { removedTexts, viewOf } from '../../src/adapters/reviewers/rules/file-view.ts'
import type { Rule } from '../../src/adapters/reviewers/rules/rule.ts'
import { changedFile } from './changed-file.ts'

export interface RuleCase {
  path: string
  diff: readonly string[]
}

/** Planted defects with the line at which they must be found, and near-misses that must stay silent. */
export function describeRule(
  rule: Rule,
  { finds, passes }: { finds: Record<string, RuleCase & { at: number }>; passes: Record<string, RuleCase> },
): void {
  describe(rule.id, () => {
    it.each(Object.entries(finds))('finds %s', (_, { path, diff, at }) => {
      expect(linesFound(rule, { path, diff })).toEqual([at])
    })
    it.each(Object.entries(passes))('says nothing about %s', (_, ruleCase) => {
      expect(linesFound(rule, ruleCase)).toEqual([])
    })
  })
}

function linesFound(rule: Rule, { path, diff }: RuleCase): (number | null)[] {
  const file = changedFile(path, diff)
  const view = viewOf(file, removedTexts([file]))
  return [...checkFile([{ rule, severity: rule.severity }], view)].map(finding => finding.line)
}
