import { pushAttestations } from '../../adapters/attestations/carry.ts'
import { keepAttestations } from '../../adapters/attestations/keep.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { short } from '../../domain/snapshot.ts'
import { attest } from '../../engine/attest.ts'
import { notingReliance } from '../../engine/note-reliance.ts'
import { verifyRange } from '../../engine/verify-range.ts'
import { count } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findRange } from '../find-range.ts'
import { print, printJson } from '../io.ts'
import { requiredLoops, verifiableConfig } from '../required-loops.ts'

export interface AttestOptions {
  remote?: string
  json?: boolean
}

// Asked for by hand: a key may want to be touched, and gpg to ask in a window of its own.
const PATIENCE_MS = 2 * 60_000

/** `wingman attest [A..B]`: for what went out without its attestations. A push carries only what it pushes. */
export async function attestRange(range: string | undefined, options: AttestOptions): Promise<number> {
  const { remote = 'origin', json } = options
  const project = openProject()
  const { door, ports } = project
  const config = await verifiableConfig(project)
  const { news, tip, end, name } = await findRange(project, range, remote)
  const { loops } = await requiredLoops(project, config, { end, remote })
  const { store, reliance } = notingReliance(ports.store)
  const latest = async () => null
  const { gaps } =
    news.length === 0
      ? { gaps: [] }
      : await verifyRange({ git: ports.git, evidence: store, loops, news, tip, remote, latest })
  const attestations = await attest(ports, reliance, config.attestations.signed)
  const left = () => PATIENCE_MS
  const refs = await keepAttestations(door, attestations, left)
  if (refs.length > 0) await pushAttestations(door, refs, { to: remote, left })
  if (json) printJson({ version: 1, pushed: refs, gaps })
  else {
    print(`${oneLine(name)}: ${count(refs.length, 'attestation')} pushed to ${oneLine(remote)}.`)
    if (gaps.length > 0) print(`Not approved: ${gaps.map(short).join(', ')}`)
  }
  return gaps.length > 0 ? EXIT.held : EXIT.fine
}
