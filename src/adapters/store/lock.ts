import { randomBytes } from 'node:crypto'
import { link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isHolding } from '../../domain/lock.ts'
import { PASSED_OVER } from '../../domain/review.ts'
import { systemClock } from '../clock.ts'
import { codeOf, namesIn, notWritten, readAnyway, readIfThere } from './files.ts'
import { makeFolder } from './make-folder.ts'
import { isAlive, type ProcessIdentity, processRuns, thisProcess } from './process-identity.ts'

export interface Lock {
  /** Rises with every hand-over. */
  fence: number
  /** Whether nobody has taken it over meanwhile. */
  isHeld(): Promise<boolean>
  /** Aborted once somebody has: what is done from then on is done twice. */
  lost: AbortSignal
  /** The one before did not let go: it died, or left a claim that names nobody. */
  tookOver: boolean
  release(): Promise<void>
}

export interface Holder extends ProcessIdentity {
  /** What it is doing, for people. */
  doing: string
  /** When it began, in milliseconds. */
  since: number
}

export interface Busy {
  holder: Holder
}

const SIGN_EVERY_MS = 60_000

/**
 * Numbered claims: whoever links `claim.N+1` first has it, and N is the fence. Taking over from a dead holder is the same
 * step, so exactly one contender can. The highest claim is never deleted; a stalled contender could otherwise make a
 * number anew that was given before, which is also why the number must still be the highest after linking.
 */
export async function acquire(folder: string, doing = 'a review'): Promise<Lock | Busy> {
  const ticket = await writeTicket(folder, { ...thisProcess(), doing, since: systemClock.now().getTime() })
  try {
    for (;;) {
      const highest = await highestClaim(folder)
      const holder = await holderOf(folder, highest)
      if (holder) return { holder }
      const fence = await claim(folder, ticket, highest + 1)
      if (fence === null) continue
      const tookOver = highest > 0 && (await readIfThere(join(folder, `released.${highest}`))) === null
      await prune(folder, fence)
      return hold(folder, { fence, tookOver })
    }
  } finally {
    await rm(ticket, { force: true })
  }
}

async function writeTicket(folder: string, me: Holder): Promise<string> {
  const ticket = join(folder, `.ticket-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    makeFolder(folder)
    await writeFile(ticket, JSON.stringify(me))
    return ticket
  } catch (cause) {
    throw notWritten(folder, cause)
  }
}

/** Who has it now; null when nobody does. */
export async function heldBy(folder: string): Promise<Holder | null> {
  return holderOf(folder, await highestClaim(folder))
}

function hold(folder: string, { fence, tookOver }: Pick<Lock, 'fence' | 'tookOver'>): Lock {
  const isHeld = async () => (await highestClaim(folder)) === fence
  const taken = new AbortController()
  const sign = async () => {
    if (await isHeld()) return writeFile(join(folder, `sign.${fence}`), `${systemClock.now().getTime()}`)
    clearInterval(signing)
    taken.abort(PASSED_OVER)
  }
  // A folder that cannot be read or written now may be there again in a minute.
  const signing = setInterval(() => void sign().catch(() => {}), SIGN_EVERY_MS).unref()
  return {
    fence,
    tookOver,
    isHeld,
    lost: taken.signal,
    release() {
      clearInterval(signing)
      return writeFile(join(folder, `released.${fence}`), '')
    },
  }
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

async function holderOf(folder: string, number: number): Promise<Holder | null> {
  if (number === 0 || (await readIfThere(join(folder, `released.${number}`))) !== null) return null
  // An empty or damaged claim has no holder whom one could ask: it never blocks.
  const holder = parseHolder(await readAnyway(join(folder, `claim.${number}`)))
  if (!holder) return null
  // A sign that is being written, or damaged, says less than the claim itself.
  const signedMs = Number(await readAnyway(join(folder, `sign.${number}`))) || holder.since
  return isHolding({ isAlive: isAlive(holder), signedMs, nowMs: systemClock.now().getTime() }) ? holder : null
}

/** Beyond fifteen digits numbers no longer rise one by one: no claim of ours. */
const numberOf = (name: string): number =>
  Number(/^(?:claim|released|sign)\.(\d{1,15})$/.exec(name)?.[1] ?? 0)

async function highestClaim(folder: string): Promise<number> {
  return Math.max(0, ...(await namesIn(folder)).filter(name => name.startsWith('claim.')).map(numberOf))
}

async function prune(folder: string, fence: number): Promise<void> {
  const names = await namesIn(folder)
  const old = names.filter(name => (numberOf(name) > 0 && numberOf(name) < fence) || isAbandoned(name))
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
}

/** The ticket of a contender that was killed before it could take it away. */
function isAbandoned(name: string): boolean {
  const pid = /^\.ticket-(\d+)-/.exec(name)?.[1]
  return pid !== undefined && !processRuns(Number(pid))
}

function parseHolder(text: string | null): Holder | null {
  try {
    const holder = JSON.parse(text ?? '')
    const isOne =
      typeof holder?.pid === 'number' && typeof holder.host === 'string' && typeof holder.since === 'number'
    return isOne ? holder : null
  } catch {
    return null
  }
}
