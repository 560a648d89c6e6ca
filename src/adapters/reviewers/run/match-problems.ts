import { matchers } from './matchers/index.ts'
import type { RawProblem } from './matchers/matcher.ts'

export interface Problem {
  rule: string
  /** Repository-relative. */
  file: string
  line: number | null
  level: 'error' | 'warning'
  message: string
}

/** The repository's name for a path that a tool printed; null when it is no file of the repository. */
export type Locate = (path: string) => string | null

/** The problems in a tool's output, each once, in the order of the matchers. */
export function matchProblems(output: string, locate: Locate): Problem[] {
  const lines = output.split('\n').map(line => line.slice(0, LONGEST_LINE).trimEnd())
  const problems = new Map<string, Problem>()
  for (const [matcher, read] of Object.entries(matchers)) {
    for (const raw of read(lines)) {
      const problem = locatedAt(locate(raw.path), raw, matcher)
      if (problem) problems.set(identityOf(problem), problems.get(identityOf(problem)) ?? problem)
    }
  }
  return [...problems.values()]
}

/** A longer line is data, not a message; cutting it keeps the patterns' work in proportion. */
const LONGEST_LINE = 2_000

function locatedAt(file: string | null, raw: RawProblem, matcher: string): Problem | null {
  if (file === null) return null
  const { level, message } = raw
  return { rule: raw.code ?? matcher, file, line: raw.line || null, level, message: message.trim() }
}

const identityOf = ({ file, line, message }: Problem): string => JSON.stringify([file, line, message])
