import { pushAttestations } from '../adapters/attestations/carry.ts'
import { keepAttestations } from '../adapters/attestations/keep.ts'
import type { PushedRef } from '../domain/gate.ts'
import { oneLine } from '../domain/plain-text.ts'
import { short } from '../domain/snapshot.ts'
import { attest } from '../engine/attest.ts'
import { sentenceOf, WingmanError } from '../errors.ts'
import type { Cargo } from './ask-gate.ts'
import { commandOf, type Project } from './compose.ts'
import { isDryRun } from './dry-run.ts'

// Whoever pushes waits for it: a remote that answered a moment ago needs a second or two, a key that asks for a touch some more.
const AT_MOST_MS = 15_000

interface Destination {
  remote: string
  url: string
  refs: readonly PushedRef[]
}

/** Pushes what the gate relied on beside what is pushed. Whatever goes wrong is said in a line, and the push goes on. */
export async function carry(
  project: Project,
  { remote, url, refs }: Destination,
  cargo: Cargo,
): Promise<void> {
  if (isDryRun()) return
  const { door, ports } = project
  const began = performance.now()
  const left = () => Math.max(1, AT_MOST_MS - (performance.now() - began))
  try {
    const attestations = await attest(ports, cargo.reliance, cargo.signed)
    if (attestations.length === 0) return
    const kept = await keepAttestations(door, attestations, left)
    const names = kept.map(({ ref }) => ref)
    await pushAttestations(door, names, { to: url, isRewritten: true, left })
    ports.log.debug('attestations.pushed', { count: kept.length })
  } catch (error) {
    const isLate = performance.now() - began >= AT_MOST_MS
    const why = isLate ? 'that took longer than 15 seconds' : oneLine(sentenceOf(error), 200)
    ports.log.warn('attestations.failed', { late: isLate })
    process.stderr.write(`wingman: the push goes on, without its attestations: ${why}\n`)
    const hint = error instanceof WingmanError && error.hint ? error.hint.split('\n') : []
    const later = `To carry them afterwards: ${afterwards(project, remote, refs)}`
    for (const line of [...hint, later]) process.stderr.write(`  ${line}\n`)
  }
}

/** What to type, once the push is through. A new branch began nobody knows where. */
function afterwards(project: Project, remote: string, refs: readonly PushedRef[]): string {
  const to = remote === 'origin' ? '' : ` --remote ${oneLine(remote)}`
  const ranges = refs.flatMap(ref => (ref.local === null ? [] : [rangeOf({ ...ref, local: ref.local })]))
  return ranges.map(range => `\`${commandOf(project)} attest ${range}${to}\``).join(', ')
}

const rangeOf = ({ remote, local }: PushedRef & { local: string }): string =>
  `${remote === null ? 'A' : short(remote)}..${short(local)}`
