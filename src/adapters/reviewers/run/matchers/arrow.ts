import type { Matcher, RawProblem } from './matcher.ts'

const RUSTC = /^(error|warning)(?:\[([\w:-]{1,80})\])?: (.+)$/
const RUFF = /^([A-Z]{1,5}\d{3,4}|[a-z]{1,20}-[a-z-]{1,60}:?)\s(?:\[\*\]\s)?(.+)$/
const PLACE = /^\s{0,16}--> (.{1,400}?):(\d{1,7}):\d{1,7}$/

/** rustc, clippy and ruff: a headline, then ` --> file:line:column`. */
export const arrow: Matcher = lines => {
  const problems: RawProblem[] = []
  let headline: Omit<RawProblem, 'path' | 'line'> | null = null
  for (const text of lines) {
    const place = PLACE.exec(text)
    if (place && headline) problems.push({ path: place[1] ?? '', line: Number(place[2]), ...headline })
    // A note further down has an arrow of its own, and is no second problem.
    headline = place ? null : (headlineOf(text) ?? headline)
  }
  return problems
}

function headlineOf(text: string): Omit<RawProblem, 'path' | 'line'> | null {
  const rustc = RUSTC.exec(text)
  if (rustc) {
    const [, level, code = null, message = ''] = rustc
    return { level: level === 'warning' ? 'warning' : 'error', code, message }
  }
  const ruff = RUFF.exec(text)
  return ruff ? { level: 'error', code: (ruff[1] ?? '').replace(/:$/, ''), message: ruff[2] ?? '' } : null
}
