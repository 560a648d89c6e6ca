import type { Matcher, RawProblem } from './matcher.ts'

const FILE = /^\s?FAIL\s{1,2}(?:\S{1,60} )?(\S{1,400}\.\w{1,5})(?: \([\d.]{1,8} m?s\))?$/
const TEST = /^\s{2}● (.+)$/
const PLACE = /^\s{1,12}at (?:.{0,200} \()?(\S{1,400}):(\d{1,7}):\d{1,7}\)?$/

/** Jest: the file, then each failing test with a bullet, its error and a stack. */
export const jest: Matcher = lines => {
  const problems: RawProblem[] = []
  let path: string | null = null
  let open: { problem: RawProblem; named: boolean } | null = null
  for (const text of lines) {
    const file = FILE.exec(text)?.[1]
    const test = TEST.exec(text)?.[1]
    if (file !== undefined) {
      path = file
      open = null
    } else if (test !== undefined && path !== null && test !== 'Console') {
      open = {
        problem: { path, line: null, level: 'error', message: test, code: 'test-failed' },
        named: false,
      }
      problems.push(open.problem)
    } else if (open && !open.named && text.trim() !== '') {
      open.problem.message += `: ${text.trim()}`
      open.named = true
    } else if (open && open.problem.line === null) {
      const [, place, line] = PLACE.exec(text) ?? []
      if (place === path) open.problem.line = Number(line)
    }
  }
  return problems
}
