import { isPlaceholder, providerSecret } from '../../../../domain/secret-patterns.ts'
import { newLines, type Rule, SHIPPED } from '../rule.ts'

export const providerSecretRule: Rule = {
  id: 'provider-secret',
  severity: 'critical',
  topic: 'security',
  confidence: 'likely',
  reason: 'A secret in the format of a known provider is in the change.',
  fix: 'Revoke it, read it from the environment or a secret store, and take it out of the history before pushing.',
  kinds: [...SHIPPED, 'generated'],
  languages: null,
  check: file => newLines(file, ({ full }) => holdsSecret(full)),
}

function holdsSecret(text: string): boolean {
  for (const [token] of text.matchAll(providerSecret())) if (!isPlaceholder(token)) return true
  return false
}
