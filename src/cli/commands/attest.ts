import { pushAttestations } from '../../adapters/attestations/carry.ts'
import { type Kept, keepAttestations } from '../../adapters/attestations/keep.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { attest } from '../../engine/attest.ts'
import { notingReliance } from '../../engine/note-reliance.ts'
import { verifyRange } from '../../engine/verify-range.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { type Attested, attestText } from '../attest-words.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { needRemote } from '../find-pushed.ts'
import { findRange } from '../find-range.ts'
import { print, printJson } from '../io.ts'
import { reviewAndAttest } from '../repair.ts'
import { requiredLoops, verifiableConfig } from '../required-loops.ts'

export interface AttestOptions {
  remote?: string
  sign?: boolean
  json?: boolean
}

// Asked for by hand: a key may want to be touched, and gpg to ask in a window of its own.
const PATIENCE_MS = 2 * 60_000
const left = () => PATIENCE_MS

/** `wingman attest [A..B]`: for what went out without its attestations. A push carries only what it pushes. */
export async function attestRange(range: string | undefined, options: AttestOptions): Promise<number> {
  const { remote = 'origin', sign = false, json = false } = options
  const project = openProject()
  const { door, ports } = project
  const config = await verifiableConfig(project)
  needRemote(project, remote)
  const found = await findRange(project, { range, remote, command: 'attest' })
  const required = await requiredLoops(project, config, { end: found.end, remote })
  const { git, store, reliance } = notingReliance(ports)
  const { news, tip, from } = found
  const latest = async () => null
  const question = { git, evidence: store, loops: required.loops, from, news, tip, remote, latest }
  const { base, gaps } = await verifyRange(question)
  const attestations = await attest(ports, reliance, sign || config.attestations.signed)
  const kept = await keepAttestations(door, attestations, left)
  const pushed = await push(project, remote, kept)
  const repair = reviewAndAttest(project, { base, found, required, remote }, { sign })
  return say({ found, remote, kept, pushed, gaps, repair: gaps.length > 0 ? repair : [] }, json)
}

async function push({ door }: Project, remote: string, kept: readonly Kept[]): Promise<string[]> {
  if (kept.length === 0) return []
  try {
    return await pushAttestations(
      door,
      kept.map(({ ref }) => ref),
      { to: remote, left },
    )
  } catch (cause) {
    throw new WingmanError({
      code: 'E_PUSH',
      kind: 'undecided',
      message: `The attestations could not be pushed to \`${oneLine(remote)}\`: ${oneLine(sentenceOf(cause), 300)}`,
      hint: 'They are kept here. Try again when the remote takes them; `git ls-remote` tells whether it can be reached.',
      cause,
    })
  }
}

function say(attested: Attested, json: boolean): number {
  const { kept, pushed, gaps, repair } = attested
  if (json)
    printJson({
      version: 1,
      attestations: kept.map(({ ref, attestation: { loop, review, snapshot }, isNew }) => ({
        ref,
        loop,
        review,
        snapshot,
        made: isNew,
        pushed: pushed.includes(ref),
      })),
      pushed,
      gaps,
      repair,
    })
  else print(attestText(attested))
  return gaps.length > 0 ? EXIT.held : EXIT.fine
}
