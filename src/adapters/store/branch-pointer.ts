import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Oid } from '../../domain/snapshot.ts'
import type { Fence } from '../../ports.ts'
import { createOnce, namesIn, readIfThere, writeWhole } from './files.ts'
import { refuseIfPassed } from './holding.ts'
import type { Layout } from './layout.ts'

export interface Latest {
  review: string
  commit: Oid
}

/**
 * The last review of a branch: one file for each worktree and fence. A process that was passed over can only write below the
 * number of the one that took over, where nobody looks.
 */
export async function pointTo(
  at: Layout,
  fence: Fence,
  ref: string,
  { review, commit }: Latest,
): Promise<void> {
  await refuseIfPassed(fence)
  const worktree = await worktreeId(at)
  const folder = at.branch(ref)
  await writeWhole(join(folder, `${worktree}.${fence.number()}`), `${review} ${commit}\n`)
  const older = (await pointers(folder)).filter(it => it.worktree === worktree && it.fence < fence.number())
  for (const { name } of older) await rm(join(folder, name), { force: true })
}

/** Of each worktree the highest fence speaks; among worktrees, which share nothing but the clock, the newest review. */
export async function latestOf(at: Layout, ref: string): Promise<Latest | null> {
  const folder = at.branch(ref)
  const all = await pointers(folder)
  const speaking = all.filter(one => !all.some(it => it.worktree === one.worktree && it.fence > one.fence))
  const texts = await Promise.all(speaking.map(({ name }) => readIfThere(join(folder, name))))
  const found = texts.flatMap(text => {
    const [review, commit] = text?.trim().split(' ') ?? []
    return review && commit ? [{ review, commit }] : []
  })
  return found.sort((a, b) => (a.review < b.review ? 1 : -1))[0] ?? null
}

async function pointers(folder: string) {
  return (await namesIn(folder)).flatMap(name => {
    const [, worktree, fence] = /^([0-9a-f]{12})\.(\d+)$/.exec(name) ?? []
    return worktree && fence ? [{ name, worktree, fence: Number(fence) }] : []
  })
}

/** A name that is given once: a worktree that is made anew under an old path begins its fences anew as well. */
async function worktreeId(at: Layout): Promise<string> {
  const known = await idIn(at.identity)
  if (known) return known
  const id = randomBytes(6).toString('hex')
  // Of two that come first one gives the name; where it was damaged, this is as good as a new worktree.
  if (!(await createOnce(at.identity, `${id}\n`)) && !(await idIn(at.identity)))
    await writeWhole(at.identity, `${id}\n`)
  return (await idIn(at.identity)) ?? id
}

const idIn = async (path: string): Promise<string | null> =>
  /^[0-9a-f]{12}$/m.exec((await readIfThere(path)) ?? '')?.[0] ?? null
