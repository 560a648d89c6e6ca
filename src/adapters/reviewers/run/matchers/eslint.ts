import type { Matcher, RawProblem } from './matcher.ts'

const PROBLEM = /^\s{1,8}(\d{1,7}):\d{1,7}\s{1,16}(error|warning)\s{1,16}(\S.*)$/

/** ESLint's stylish format: a path on a line of its own, its problems indented below. */
export const eslint: Matcher = lines => {
  const problems: RawProblem[] = []
  let path: string | null = null
  for (const text of lines) {
    const match = PROBLEM.exec(text)
    if (match && path !== null) problems.push(problemIn(path, match))
    else if (!match) path = /^\S/.test(text) ? text.trimEnd() : null
  }
  return problems
}

function problemIn(path: string, [, line, level, text = '']: RegExpExecArray): RawProblem {
  const { message, code } = splitRule(text.trimEnd())
  return { path, line: Number(line), level: level === 'warning' ? 'warning' : 'error', message, code }
}

/** The rule stands last, two spaces after the message. A syntax error has none. */
function splitRule(text: string): { message: string; code: string | null } {
  const gap = text.lastIndexOf('  ')
  const code = text.slice(gap + 2)
  if (gap < 0 || !/^[\w@/.-]{1,100}$/.test(code)) return { message: text, code: null }
  return { message: text.slice(0, gap).trimEnd(), code }
}
