import type { Severity } from '../../../domain/finding.ts'
import type { RulesReviewer } from '../../../domain/resolved-config.ts'
import { RULES } from './index.ts'
import type { Rule } from './rule.ts'

/** Which rules a preset switches on. `strict` is every rule there is; today all of them are recommended too. */
const PRESETS: Record<string, (rule: Rule) => boolean> = {
  recommended: () => true,
  strict: () => true,
  security: rule => rule.topic === 'security',
}

export const presetNames: readonly string[] = Object.keys(PRESETS)

export interface ActiveRule {
  rule: Rule
  severity: Severity
}

/** The preset's rules with the reviewer's own word on each; null when there is no such preset. */
export function activeRules({ preset, rules }: Pick<RulesReviewer, 'preset' | 'rules'>): ActiveRule[] | null {
  const isIn = Object.hasOwn(PRESETS, preset) ? PRESETS[preset] : undefined
  if (!isIn) return null
  return RULES.flatMap(rule => {
    const wish = Object.hasOwn(rules, rule.id) ? rules[rule.id] : undefined
    const severity = wish ?? (isIn(rule) ? rule.severity : 'off')
    return severity === 'off' ? [] : [{ rule, severity }]
  })
}
