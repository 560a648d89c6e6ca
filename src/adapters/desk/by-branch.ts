import { rmSync } from 'node:fs'
import { readIfThere, writeWhole } from '../store/files.ts'

/** A small file with one word for each branch, in lines that sh could read. `-` is a detached HEAD. */
export async function wordOf(file: string, ref: string | null): Promise<string | null> {
  return lines(await readIfThere(file)).get(ref ?? '-') ?? null
}

/** Null takes the branch out; with `only`, if that is still its word: somebody may have put another there meanwhile. */
export async function setWord(
  file: string,
  ref: string | null,
  word: string | null,
  only: string | null = null,
): Promise<void> {
  const all = lines(await readIfThere(file))
  if (only !== null && all.get(ref ?? '-') !== only) return
  if (word === null && !all.delete(ref ?? '-')) return
  if (word !== null) all.set(ref ?? '-', word)
  // Gone when nothing is in it: the agent's hook looks for the file, and for no more.
  if (all.size === 0) return rmSync(file, { force: true })
  await writeWhole(file, [...all].map(([branch, id]) => `${id} ${branch}\n`).join(''))
}

function lines(text: string | null): Map<string, string> {
  const found = [...(text ?? '').matchAll(/^([\w-]+) (\S+)$/gm)]
  return new Map(found.map(([, word = '', branch = '']) => [branch, word]))
}
