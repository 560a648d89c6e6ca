import { eachLine } from './matcher.ts'

// The path is lazy and bounded: `app/(group)/page.tsx(3,5)` has parentheses of its own.
const PLAIN = /^(.{1,400}?)\((\d{1,7}),\d{1,7}\): (error|warning) ([A-Z]{1,8}\d{1,6}): (.+)$/
const PRETTY = /^(.{1,400}?):(\d{1,7}):\d{1,7} - (error|warning) (TS\d{1,6}): (.+)$/

/** `src/a.ts(3,5): error TS2322: …` and `src/a.ts:3:5 - error TS2322: …`; the first is also MSBuild's. */
export const typescript = eachLine(text => {
  const match = PLAIN.exec(text) ?? PRETTY.exec(text)
  if (!match) return null
  const [, path = '', line, level, code = null, message = ''] = match
  return { path, line: Number(line), level: level === 'warning' ? 'warning' : 'error', message, code }
})
