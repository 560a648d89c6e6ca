import type { Severity } from '../../../domain/finding.ts'
import type { Rule } from './rule.ts'
import { bidiControl } from './rules/bidi-control.ts'
import { chatResidue } from './rules/chat-residue.ts'
import { conflictMarker } from './rules/conflict-marker.ts'
import { databaseUrlPassword } from './rules/database-url-password.ts'
import { debuggerStatement } from './rules/debugger-statement.ts'
import { elidedCode } from './rules/elided-code.ts'
import { focusedTest } from './rules/focused-test.ts'
import { goEmptyErrorCheck } from './rules/go-empty-error-check.ts'
import { markdownFence } from './rules/markdown-fence.ts'
import { privateKey } from './rules/private-key.ts'
import { providerSecretRule } from './rules/provider-secret.ts'
import { sqlInterpolation } from './rules/sql-interpolation.ts'
import { tlsVerificationOff } from './rules/tls-verification-off.ts'
import { unsafeLoad } from './rules/unsafe-load.ts'
import { workflowInjection } from './rules/workflow-injection.ts'

/** Raise it whenever a rule finds more or less than before: an approval of the older set says nothing about the newer. */
export const RULE_SET_VERSION = '3'

/** A new rule is its file and a line here. */
export const RULES: readonly Rule[] = [
  conflictMarker,
  providerSecretRule,
  privateKey,
  databaseUrlPassword,
  bidiControl,
  focusedTest,
  elidedCode,
  chatResidue,
  markdownFence,
  debuggerStatement,
  goEmptyErrorCheck,
  sqlInterpolation,
  unsafeLoad,
  tlsVerificationOff,
  workflowInjection,
]

export const ruleIds: readonly string[] = RULES.map(rule => rule.id)

/** What of the rules decides a verdict: a part of the policy digest. */
export function ruleSetDigestInput(): { version: string; rules: { id: string; severity: Severity }[] } {
  return { version: RULE_SET_VERSION, rules: RULES.map(({ id, severity }) => ({ id, severity })) }
}
