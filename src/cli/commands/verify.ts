import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fetchAttestations } from '../../adapters/attestations/carry.ts'
import { carriedEvidence } from '../../adapters/attestations/evidence.ts'
import {
  type Carried,
  type Reading,
  type Refusal,
  readAttestations,
} from '../../adapters/attestations/read.ts'
import { signatureDoubts } from '../../adapters/attestations/signature.ts'
import { cutsOf, isPartial } from '../../adapters/git/range.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { short } from '../../domain/snapshot.ts'
import { type RangeAnswer, verifyRange } from '../../engine/verify-range.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { type FoundRange, findRange, tooShallow } from '../find-range.ts'
import { here } from '../here.ts'
import { paint, print, printJson } from '../io.ts'
import { type Required, requiredLoops, verifiableConfig } from '../required-loops.ts'
import { verifyText } from '../verify-words.ts'

export interface VerifyOptions {
  requireSigned?: boolean
  allowedSigners?: string
  remote?: string
  fetch: boolean
  json?: boolean
}

/** `wingman verify [A..B]`: the gate's question, answered in a clone that reviewed nothing, by what others carried there. */
export async function verify(range: string | undefined, options: VerifyOptions): Promise<number> {
  const project = openProject()
  const { remote = 'origin', json = false } = options
  const doubts = doubtsBy(project, options)
  const config = await verifiableConfig(project)
  if (options.fetch) await fetch(project, remote)
  return withoutFetching(project, async () => {
    const found = await findRange(project, range, remote)
    const required = await requiredLoops(project, config, { end: found.end, remote })
    const reading = await readAttestations(project.door)
    const { answer, refused } = await judge(project, { found, required, reading, doubts, remote })
    if (answer.gaps.length > 0) await refuseIfShallow(project, { found, required, reading })
    return say({ answer, refused, found, json, repair: repairOf(project, answer, found, required) })
  })
}

type Doubts = (carried: Carried) => Promise<string | null>

function doubtsBy({ door }: Project, { requireSigned, allowedSigners }: VerifyOptions): Doubts {
  if (!requireSigned && allowedSigners === undefined) return async () => null
  const file = allowedSigners === undefined ? null : resolve(here(), allowedSigners)
  if (file === null || existsSync(file)) return signatureDoubts(door, file)
  throw new WingmanError({
    code: 'E_USAGE',
    message: `There is no file ${file} with allowed signers.`,
    hint: 'Its lines are those of git: `name@example.com namespaces="git" ssh-ed25519 AAAA…`.',
  })
}

async function fetch({ door }: Project, remote: string): Promise<void> {
  try {
    await fetchAttestations(door, remote)
  } catch (cause) {
    throw new WingmanError({
      code: 'E_FETCH',
      kind: 'undecided',
      message: `The attestations could not be fetched from \`${oneLine(remote)}\`: ${oneLine(sentenceOf(cause))}`,
      hint: 'Name the remote with --remote, or go by what is here with --no-fetch.',
      cause,
    })
  }
}

/** Objects that a partial clone left out are not fetched one by one: what is not here is not known. */
async function withoutFetching<T>({ door }: Project, work: () => Promise<T>): Promise<T> {
  process.env.GIT_NO_LAZY_FETCH = '1'
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof WingmanError && cause.code === 'E_GIT' && (await isPartial(door)))) throw cause
    throw new WingmanError({
      code: 'E_PARTIAL',
      kind: 'undecided',
      message: 'This is a partial clone, and objects that the answer depends on are not in it.',
      hint: 'Trees are needed, file contents are not: `git fetch --refetch --filter=blob:none`, or clone so.',
      cause,
    })
  }
}

interface Question {
  found: FoundRange
  required: Required
  reading: Reading
}

async function judge(
  { ports }: Project,
  { found, required, reading, doubts, remote }: Question & { doubts: Doubts; remote: string },
): Promise<{ answer: RangeAnswer; refused: Refusal[] }> {
  const { git } = ports
  const { evidence, refused } = carriedEvidence({ git, carried: reading.carried, doubts })
  const { news, tip } = found
  const latest = async () => otherReview(reading.carried, tip.tree)
  const answer =
    news.length === 0
      ? { base: found.from, loops: [], gaps: [] }
      : await verifyRange({ git, evidence, loops: required.loops, news, tip, remote, latest })
  return { answer, refused: [...reading.refused, ...refused.values()] }
}

/** For words: somebody did review this tree, if not in a way that counts. */
function otherReview(carried: readonly Carried[], tree: string) {
  const other = carried.find(({ attestation }) => attestation.snapshot.tree === tree)?.attestation
  return other ? { review: other.review, commit: other.snapshot.commit ?? tree } : null
}

/** A gap may only seem one: an approval of this content stands on a base that lies below the cut. */
async function refuseIfShallow({ paths }: Project, { found, required, reading }: Question): Promise<void> {
  if ((await cutsOf(paths)).size === 0) return
  const here = new Set(found.news.flatMap(({ oid, parents }) => [oid, ...parents]))
  const trees = new Set(found.news.map(({ tree }) => tree))
  const policies = new Set(required.loops.map(({ policy }) => policy))
  const below = reading.carried.find(
    ({ attestation: { snapshot, policy } }) =>
      policies.has(policy) && trees.has(snapshot.tree) && !here.has(snapshot.base),
  )
  if (below)
    throw tooShallow(
      `an approval of what it holds stands on ${short(below.attestation.snapshot.base)}, which may lie below where it ends`,
    )
}

function repairOf(
  project: Project,
  { base }: RangeAnswer,
  { tip }: FoundRange,
  { upTo }: Required,
): string[] {
  const range = `${short(base)}..${short(tip.oid)}`
  const command = commandOf(project)
  return [
    `${command} run review --range ${range}${upTo ? ` --loop ${upTo}` : ''}`,
    `${command} attest ${range}`,
  ]
}

interface Said {
  answer: RangeAnswer
  refused: Refusal[]
  found: FoundRange
  repair: string[]
  json: boolean
}

function say({ answer, refused, found, repair, json }: Said): number {
  const isCovered = answer.gaps.length === 0
  const isDecided = isCovered || !refused.some(({ isUnreadable }) => isUnreadable)
  const { loops, gaps } = answer
  if (json)
    printJson({
      version: 1,
      covered: isCovered,
      decided: isDecided,
      range: { from: found.from, to: found.tip.oid },
      commits: found.news.length,
      loops: loops.map(({ loop, standing, commit, review }) => ({ loop, standing, commit, review })),
      gaps,
      repair: isCovered ? [] : repair,
      refused,
    })
  else
    print(verifyText({ ...answer, range: found.name, commits: found.news.length, repair, refused }, paint()))
  return isCovered ? EXIT.fine : isDecided ? EXIT.held : EXIT.undecided
}
