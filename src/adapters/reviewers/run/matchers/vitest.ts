import type { Matcher, RawProblem } from './matcher.ts'

// ` FAIL  t.test.ts > adds`, with `|project|` before the path in a workspace; `[ t.test.ts ]` when it did not load.
const HEADLINE = /^\s?FAIL\s{2}(?:\|[^|]{1,60}\| )?(\S.{0,400}?) (?:> (.+)|\[ .{1,400} \])$/
const PLACE = /^ ❯ (?:.{0,200} )?(\S{1,400}):(\d{1,7}):\d{1,7}$/

/** Vitest: the failing test, its error below, and the place in the test file. */
export const vitest: Matcher = lines => {
  const problems: RawProblem[] = []
  let open: { problem: RawProblem; named: boolean } | null = null
  for (const text of lines) {
    const headline = HEADLINE.exec(text)
    if (headline) {
      const problem = failureOf(headline)
      problems.push(problem)
      open = { problem, named: false }
    } else if (open && !open.named && text.trim() !== '') {
      open.problem.message += `: ${text.trim()}`
      open.named = true
    } else if (open && open.problem.line === null) {
      const [, path, line] = PLACE.exec(text) ?? []
      if (path === open.problem.path) open.problem.line = Number(line)
    }
  }
  return problems
}

function failureOf([, path = '', name]: RegExpExecArray): RawProblem {
  return { path, line: null, level: 'error', message: name ?? 'does not load', code: 'test-failed' }
}
