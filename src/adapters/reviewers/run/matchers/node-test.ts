import type { Matcher, RawProblem } from './matcher.ts'

const SPEC_PLACE = /^\s{0,16}test at (.{1,400}?):(\d{1,7}):\d{1,7}$/
const SPEC_NAME = /^\s{0,16}✖ (.{1,400}?)(?: \([\d.]{1,20}ms\))?$/
const TAP_NAME = /^\s{0,32}not ok \d{1,7} - (.{1,400})$/
const TAP_PLACE = /^\s{1,34}location: '(.{1,400}?):(\d{1,7}):\d{1,7}'$/
// A suite fails because its test did: one of the two is enough.
const TAP_SUITE = /^\s{1,34}failureType: 'subtestsFailed'$/

/** node:test, in its `spec` and its `tap` format. */
export const nodeTest: Matcher = lines => [...spec(lines), ...tap(lines)]

function spec(lines: readonly string[]): RawProblem[] {
  return lines.flatMap((text, index) => {
    const [, path, line] = SPEC_PLACE.exec(text) ?? []
    const name = SPEC_NAME.exec(lines[index + 1] ?? '')?.[1]
    if (path === undefined || name === undefined) return []
    const message = [name, lines[index + 2]?.trim()].filter(Boolean).join(': ')
    return [failure(path, line, message)]
  })
}

function tap(lines: readonly string[]): RawProblem[] {
  const problems = new Set<RawProblem>()
  let name: string | null = null
  let open: RawProblem | null = null
  for (const text of lines) {
    const failed = TAP_NAME.exec(text)?.[1]
    if (failed !== undefined) {
      name = / # (TODO|SKIP)\b/i.test(failed) ? null : failed
      open = null
    }
    if (open && TAP_SUITE.test(text)) problems.delete(open)
    const [, path, line] = TAP_PLACE.exec(text) ?? []
    if (path === undefined || name === null) continue
    open = failure(path, line, name)
    problems.add(open)
    name = null
  }
  return [...problems]
}

function failure(path: string, line: string | undefined, message: string): RawProblem {
  return { path, line: Number(line), level: 'error', message, code: 'test-failed' }
}
