import { newLines, type Rule, WRITTEN } from '../rule.ts'

const THING =
  '(?:code|file|function|functions|method|methods|class|component|implementation|logic|module|script|imports|styles|handlers|body|content)'
const STAYS = '(?:remains?|stays?|is|are|goes)?\\s{0,2}(?:the same|unchanged|as before|as is|here)'
const DOTS = '(?:\\.{3}|…)'

/** Each is the whole comment: prose that only mentions the rest of the code is no gap. */
const ELISIONS = [
  `${DOTS}[\\s(\\[]{0,4}(?:the )?(?:rest|remainder) of (?:the |your |this )?(?:[\\w-]{1,20} ){0,2}${THING}\\b.{0,60}`,
  `${DOTS}[\\s(\\[]{0,4}(?:keep )?(?:the )?(?:existing|previous|original|unchanged|remaining|other existing) (?:[\\w-]{1,20} ){0,2}${THING}(?: ${STAYS})?`,
  `(?:the )?(?:rest|remainder) of (?:the |your |this )?(?:[\\w-]{1,20} ){0,2}${THING} ${STAYS}`,
  `(?:keep|your) existing ${THING}(?: ${STAYS})?`,
  `existing ${THING} ${STAYS}`,
].map(pattern => new RegExp(`^[\\s/#*!(\\[{-]{0,20}${pattern}[\\s.…)\\]}*:-]{0,20}$`, 'i'))

export const elidedCode: Rule = {
  id: 'elided-code',
  severity: 'critical',
  topic: 'leftover',
  confidence: 'likely',
  reason: 'A comment stands where code was left out.',
  fix: 'Put the code back that the comment stands for.',
  kinds: WRITTEN,
  languages: null,
  check: file => newLines(file, ({ code, comment }) => isElision(comment) && !/[\w]/.test(code)),
}

const isElision = (comment: string): boolean =>
  comment.length < 200 && ELISIONS.some(pattern => pattern.test(comment))
