import { CODE } from '../../../../domain/language.ts'
import { newLines, type Rule, WRITTEN } from '../rule.ts'

const BIDI = /[\u202A-\u202E\u2066-\u2069]/
const TRANSLATION = /(?:^|\/)(?:locales?|i18n|lang(?:uage)?s?|translations?|messages)\//i

export const bidiControl: Rule = {
  id: 'bidi-control',
  severity: 'critical',
  topic: 'security',
  confidence: 'certain',
  reason: 'An invisible character reorders this line: it reads differently from what it does.',
  fix: 'Remove the character, or write it as an escape where text needs it.',
  kinds: [...WRITTEN, 'template'],
  languages: CODE,
  check: file => (TRANSLATION.test(file.path) ? [] : newLines(file, ({ full }) => BIDI.test(full))),
}
