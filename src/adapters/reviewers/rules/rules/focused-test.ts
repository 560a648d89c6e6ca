import { newLines, type Rule } from '../rule.ts'

const ONLY =
  /(?:^|[^.\w$])(?:describe|it|test|context|suite|specify|bench)(?:\.\w{1,20}){0,3}\.only\b\s{0,4}(?:[(`.<])/
const FOCUSED = /^\s*(?:fit|fdescribe|fcontext)\s{0,4}(?:\.each\b|\(\s{0,4}['"`])/

export const focusedTest: Rule = {
  id: 'focused-test',
  severity: 'critical',
  topic: 'leftover',
  confidence: 'certain',
  reason: 'Only this test runs: it switches all others of its file off.',
  fix: 'Remove the focus, and run the whole file.',
  kinds: ['test'],
  languages: ['javascript', 'component'],
  check: file => newLines(file, ({ code }) => ONLY.test(code) || FOCUSED.test(code)),
}
