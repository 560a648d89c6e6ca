import type { Matcher, RawProblem } from './matcher.ts'

const HEADLINE =
  /^(\S.{0,400}?)(?::(\d{1,7}):\d{1,7})? ((?:lint|assist|suppressions|parse|format|check)[\w/-]{0,100})\s/
const MESSAGE = /^\s{1,4}([×✖!⚠]) (.+)$/

/** Biome: a headline with the rule, then a cross (error) or an exclamation mark (warning) with the message. */
export const biome: Matcher = lines => {
  const problems: RawProblem[] = []
  let headline: Pick<RawProblem, 'path' | 'line' | 'code'> | null = null
  for (const text of lines) {
    const [, path, line, code = null] = HEADLINE.exec(text) ?? []
    if (path !== undefined) {
      headline = { path, line: line === undefined ? null : Number(line), code }
      continue
    }
    const [, mark, message] = MESSAGE.exec(text) ?? []
    if (message === undefined || headline === null) continue
    problems.push({ ...headline, level: mark === '!' || mark === '⚠' ? 'warning' : 'error', message })
    headline = null
  }
  return problems
}
