import { CODE } from '../../../../domain/language.ts'
import type { SourceLine } from '../file-view.ts'
import { newLines, type Rule, WRITTEN } from '../rule.ts'

const MADE = '(?:updated|modified|corrected|fixed|complete|full|revised|refactored|improved|final)'
const THING = '(?:code|version|file|implementation|function|script|component|class)'
const RESIDUE = [
  `here(?:'s|’s| is) (?:the|your|an?) (?:[\\w-]{1,20} ){0,2}${MADE} (?:[\\w./-]{1,40} ){0,3}${THING}\\b`,
  "(?:sure|certainly|of course|absolutely)[!,.] {0,2}(?:here(?:'s|’s| is| are)|i(?:'ll|’ll| will| can|'ve|’ve)|let me|below)\\b",
  'as an ai (?:language )?model\\b',
  "i hope this helps[!.]|let me know if you(?:'d|’d| would) like me to\\b",
].map(pattern => new RegExp(`^[\\s/#*!>-]{0,20}${pattern}`, 'i'))

export const chatResidue: Rule = {
  id: 'chat-residue',
  severity: 'critical',
  topic: 'leftover',
  confidence: 'likely',
  reason: 'A sentence of a chat stands in the source.',
  fix: 'Remove the sentence, and check that the code around it is whole.',
  kinds: WRITTEN,
  languages: CODE,
  check: file => newLines(file, isResidue),
}

/** As bare text or as a comment. An assistant's product may well have such sentences in its strings. */
function isResidue({ code, comment, text }: SourceLine): boolean {
  const begins = code.search(/\S/)
  const bare = begins >= 0 && begins === text.search(/\S/) && /[a-z]/i.test(text[begins] ?? '')
  return RESIDUE.some(pattern => pattern.test(comment) || (bare && pattern.test(text)))
}
