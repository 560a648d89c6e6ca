import { randomBytes } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, namesIn, readIfThere } from './files.ts'
import { isAlive, type ProcessIdentity, thisProcess } from './process-identity.ts'

export interface Lock {
  /** Rises with every hand-over. */
  fence: number
  /** The one before did not let go: it died, or left a claim that names nobody. */
  tookOver: boolean
  release(): Promise<void>
}

export interface Busy {
  holder: ProcessIdentity
}

/**
 * Numbered claims: whoever links `claim.N+1` first has it, and N is the fence. Taking over from a dead holder is the same
 * step, so exactly one contender can. The highest claim is never deleted; a stalled contender could otherwise make a
 * number anew that was given before, which is also why the number must still be the highest after linking.
 */
export async function acquire(folder: string): Promise<Lock | Busy> {
  await mkdir(folder, { recursive: true })
  const ticket = join(folder, `.ticket-${process.pid}-${randomBytes(6).toString('hex')}`)
  await writeFile(ticket, JSON.stringify(thisProcess()))
  try {
    for (;;) {
      const highest = await highestClaim(folder)
      const holder = await holderOf(folder, highest)
      if (holder) return { holder }
      const fence = await claim(folder, ticket, highest + 1)
      if (fence === null) continue
      const tookOver = highest > 0 && (await readIfThere(join(folder, `released.${highest}`))) === null
      await prune(folder, fence)
      return { fence, tookOver, release: () => writeFile(join(folder, `released.${fence}`), '') }
    }
  } finally {
    await rm(ticket, { force: true })
  }
}

/** Who has it now; null when nobody does. */
export async function heldBy(folder: string): Promise<ProcessIdentity | null> {
  return holderOf(folder, await highestClaim(folder))
}

async function claim(folder: string, ticket: string, number: number): Promise<number | null> {
  try {
    await link(ticket, join(folder, `claim.${number}`))
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null
    throw error
  }
  return (await highestClaim(folder)) === number ? number : null
}

async function holderOf(folder: string, number: number): Promise<ProcessIdentity | null> {
  if (number === 0 || (await readIfThere(join(folder, `released.${number}`))) !== null) return null
  // An empty or damaged claim has no holder whom one could ask: it never blocks.
  const holder = parseHolder(await readIfThere(join(folder, `claim.${number}`)))
  return holder && isAlive(holder) ? holder : null
}

const numberOf = (name: string): number => Number(/^(?:claim|released)\.(\d+)$/.exec(name)?.[1] ?? 0)

async function highestClaim(folder: string): Promise<number> {
  return Math.max(0, ...(await namesIn(folder)).filter(name => name.startsWith('claim.')).map(numberOf))
}

async function prune(folder: string, fence: number): Promise<void> {
  const old = (await namesIn(folder)).filter(name => numberOf(name) > 0 && numberOf(name) < fence)
  for (const name of old) await rm(join(folder, name), { force: true })
}

function parseHolder(text: string | null): ProcessIdentity | null {
  try {
    const holder = JSON.parse(text ?? '')
    return typeof holder?.pid === 'number' && typeof holder.host === 'string' ? holder : null
  } catch {
    return null
  }
}
