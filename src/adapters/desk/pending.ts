import { rm } from 'node:fs/promises'
import { readIfThere, writeWhole } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'

/** Reviews that wait to be handed to an agent: one for each branch, since each speaks of its own. `-` is a detached HEAD. */
export async function pendingOn({ pending }: Layout, ref: string | null): Promise<string | null> {
  return lines(await readIfThere(pending)).get(ref ?? '-') ?? null
}

/** The review that waits on this branch from now on; null when none does. */
export async function setPending(
  { pending }: Layout,
  ref: string | null,
  review: string | null,
): Promise<void> {
  const all = lines(await readIfThere(pending))
  if (review === null) all.delete(ref ?? '-')
  else all.set(ref ?? '-', review)
  // Gone when nothing waits: the agent's hook looks for the file, and for no more.
  if (all.size === 0) return rm(pending, { force: true })
  await writeWhole(pending, [...all].map(([branch, id]) => `${id} ${branch}\n`).join(''))
}

function lines(text: string | null): Map<string, string> {
  const found = [...(text ?? '').matchAll(/^([\w-]+) (\S+)$/gm)]
  return new Map(found.map(([, id = '', branch = '']) => [branch, id]))
}
