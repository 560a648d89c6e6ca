/** One problem as a tool names it. The path is what was printed; whether it is a file of ours is asked later. */
export interface RawProblem {
  path: string
  line: number | null
  level: 'error' | 'warning'
  message: string
  /** The tool's own name for it: `TS2322`, `no-debugger`. */
  code: string | null
}

/** Reads all lines in one pass, so that hostile output costs no more than long output. */
export type Matcher = (lines: readonly string[]) => RawProblem[]

/** A matcher for problems that stand on one line each. */
export function eachLine(read: (line: string) => RawProblem | null): Matcher {
  return lines => lines.flatMap(line => read(line) ?? [])
}
