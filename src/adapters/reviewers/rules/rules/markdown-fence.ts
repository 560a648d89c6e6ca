import { CODE } from '../../../../domain/language.ts'
import { newLines, type Rule, WRITTEN } from '../rule.ts'

const FENCE = /^`{3}[\w+#.-]{0,30}\s*$/

export const markdownFence: Rule = {
  id: 'markdown-fence',
  severity: 'critical',
  topic: 'leftover',
  confidence: 'certain',
  reason: 'The file begins with a Markdown fence: an answer was pasted with its wrapping.',
  fix: 'Remove the opening fence, and the closing one.',
  kinds: WRITTEN,
  languages: CODE,
  check: file => newLines(file, ({ number, text }) => number === 1 && FENCE.test(text)),
}
