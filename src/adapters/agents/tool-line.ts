import { isObject } from './json-lines.ts'

/** `Read src/a.ts`: a tool's name and the first thing it was given. */
export function toolLine(name: string | null, input: unknown): string | null {
  if (name === null) return null
  const given = isObject(input) ? Object.values(input).find(value => typeof value === 'string') : undefined
  return given === undefined ? name : `${name} ${given}`
}
