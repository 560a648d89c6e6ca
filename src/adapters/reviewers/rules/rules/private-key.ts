import { isPlaceholder, privateKeyBegin } from '../../../../domain/secret-patterns.ts'
import type { SourceLine } from '../file-view.ts'
import { newLines, type Rule, SHIPPED } from '../rule.ts'

const BODY = /[A-Za-z0-9+/]{40,64}/

export const privateKey: Rule = {
  id: 'private-key',
  severity: 'critical',
  topic: 'security',
  confidence: 'certain',
  reason: 'A private key is in the change.',
  fix: 'Replace the key pair, keep the new key outside the repository, and take this one out of the history before pushing.',
  kinds: SHIPPED,
  languages: null,
  check: file => newLines(file, (line, hunk, index) => beginsKey(line, hunk.slice(index + 1, index + 6))),
}

/** A header alone is how code recognises keys; a key has a body, on its own line or on the ones below. */
function beginsKey({ full }: SourceLine, below: readonly SourceLine[]): boolean {
  const header = privateKeyBegin().exec(full)
  if (!header) return false
  const rest = full.slice(header.index + header[0].length).slice(0, 400)
  return [rest, ...below.map(line => line.text)].some(looksLikeBody)
}

function looksLikeBody(text: string): boolean {
  const body = BODY.exec(text)?.[0]
  return body !== undefined && !isPlaceholder(body)
}
