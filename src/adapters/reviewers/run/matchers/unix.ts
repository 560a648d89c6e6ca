import { eachLine, type RawProblem } from './matcher.ts'

// `vet: ` is Go's. A drive letter is the only colon that a path may have.
const PLACE =
  /^\s{0,16}(?:vet: )?((?:[A-Za-z]:[\\/])?[^\s:][^:]{0,400}):(\d{1,7})(?::\d{1,7})?:\s{1,8}(\S.*)$/
const LEVEL =
  /^(fatal error|error|warning|note|info|information|remark|help)(?:\[[^\]]{1,80}\])?\s{0,4}:\s{0,4}/i
const CODE = /^([A-Z]{1,5}\d{3,5}):?\s/
const ESLINT_UNIX = /\s\[(Error|Warning)(?:\/([^\]\s]{1,100}))?\]$/
const SUFFIX = /\s\[([a-z-][\w-]{1,60})\]$/

/** `file:line:column: message` and `file:line: message`: gcc, go vet, mypy, ruff, pylint, shellcheck, eslint -f unix. */
export const unix = eachLine(text => {
  const match = PLACE.exec(text)
  if (!match) return null
  const [, path = '', line, rest = ''] = match
  const word = LEVEL.exec(rest)
  const said = word?.[1]?.toLowerCase() ?? null
  if (said !== null && !/error|warning/.test(said)) return null
  return { path, line: Number(line), ...describe(rest.slice(word?.[0].length ?? 0), said) }
})

function describe(text: string, said: string | null): Pick<RawProblem, 'level' | 'message' | 'code'> {
  const unixStyle = ESLINT_UNIX.exec(text)
  if (unixStyle) {
    const level = unixStyle[1] === 'Warning' ? 'warning' : 'error'
    return { level, message: text.slice(0, unixStyle.index), code: unixStyle[2] ?? null }
  }
  const code = CODE.exec(text)?.[1] ?? SUFFIX.exec(text)?.[1] ?? null
  return { level: said === 'warning' || isPylintAdvice(text) ? 'warning' : 'error', message: text, code }
}

/** Convention, refactoring, warning: pylint's letters for what is no error. */
const isPylintAdvice = (text: string): boolean => /^[CRW]\d{4}: /.test(text)
