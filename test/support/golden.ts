import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Finished } from './repository.ts'

/** What is another word in every run, by what it is called in a golden file. */
export type Marks = ReadonlyMap<string, string>

/** `$ git push`, what it printed, and how it ended: a line of a transcript for a person to read. */
export const transcript = (command: string, { output, status }: Finished): string =>
  `$ ${command}\n${output}(exit code ${status})\n`

/** A commit is named by its mark, at whatever length it is printed; what nobody marked has the name of its kind. */
export function stable(text: string, marks: Marks, dir: string): string {
  const byOid = [...marks].map(([name, oid]) => ({ name, oid }))
  return text
    .replaceAll(join(dir, '..'), '<tmp>')
    .replaceAll(/\b\d{8}-\d{9}-[0-9a-f]{6}\b/g, '<review>')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, '<day>')
    .replaceAll(/"(durationMs|pid)": \d+/g, '"$1": 0')
    .replaceAll(/\(process \d+\)/g, '(process <pid>)')
    .replaceAll(/\b[0-9a-f]{7,64}\b/g, hex => {
      const known = byOid.find(({ oid }) => oid.startsWith(hex))
      if (known) return `<${known.name}>`
      return /^\d{7,9}$/.test(hex) ? hex : hex.length === 64 ? '<digest>' : '<oid>'
    })
}

export async function expectGolden(name: string, text: string): Promise<void> {
  await expect(text).toMatchFileSnapshot(fileURLToPath(new URL(`../gate/golden/${name}`, import.meta.url)))
}

/** The commands that a text tells one to type, without `wingman` and up to the end of the sentence. */
export function commandsIn(text: string): string[][] {
  const found = text.matchAll(/(?<=\bwingman )(?:run|show|status|findings|gate|doctor|config)\b[^\n`;]*/g)
  return [...found].map(([command]) => command.replace(/(?:[.,] .*|[.,])$/, '').split(' '))
}
