import { pushAttestations } from '../adapters/attestations/carry.ts'
import { keepAttestations } from '../adapters/attestations/keep.ts'
import { oneLine } from '../domain/plain-text.ts'
import { attest } from '../engine/attest.ts'
import { sentenceOf } from '../errors.ts'
import type { Cargo } from './ask-gate.ts'
import type { Project } from './compose.ts'
import { isDryRun } from './dry-run.ts'

// Whoever pushes waits for it: a remote that answered a moment ago needs a second or two, a key that asks for a touch some more.
const AT_MOST_MS = 15_000

/** Pushes what the gate relied on beside what is pushed. Whatever goes wrong is said in a line, and the push goes on. */
export async function carry({ door, ports }: Project, url: string, cargo: Cargo): Promise<void> {
  if (isDryRun()) return
  const began = performance.now()
  const left = () => Math.max(1, AT_MOST_MS - (performance.now() - began))
  try {
    const attestations = await attest(ports, cargo.reliance, cargo.signed)
    if (attestations.length === 0) return
    const refs = await keepAttestations(door, attestations, left)
    await pushAttestations(door, refs, { to: url, isRewritten: true, left })
    ports.log.debug('attestations.pushed', { count: refs.length })
  } catch (error) {
    const isLate = performance.now() - began >= AT_MOST_MS
    const why = isLate ? 'that took longer than 15 seconds' : oneLine(sentenceOf(error), 200)
    ports.log.warn('attestations.failed', { late: isLate })
    process.stderr.write(`wingman: the push goes on, without its attestations: ${why}\n`)
  }
}
