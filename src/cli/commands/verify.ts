import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fetchAttestations } from '../../adapters/attestations/carry.ts'
import { carriedEvidence, type Doubt } from '../../adapters/attestations/evidence.ts'
import {
  type Carried,
  type Reading,
  type Refusal,
  readAttestations,
} from '../../adapters/attestations/read.ts'
import { signatureDoubts } from '../../adapters/attestations/signature.ts'
import { cutsOf } from '../../adapters/git/range.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { short } from '../../domain/snapshot.ts'
import { type RangeAnswer, verifyRange } from '../../engine/verify-range.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { isKnownRemote, remotesOf } from '../find-pushed.ts'
import { type FoundRange, findRange } from '../find-range.ts'
import { here } from '../here.ts'
import { carefulGit, refuseIfUnmerged, tooShallow, withoutFetching } from '../incomplete-clone.ts'
import { paint, print, printJson } from '../io.ts'
import { type Repair, repairOf } from '../repair.ts'
import { type Required, requiredLoops, verifiableConfig } from '../required-loops.ts'
import { type Verified, verifyText } from '../verify-words.ts'
import { whyUncovered } from '../why-uncovered.ts'

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
  return withoutFetching(project, remote, async () => {
    const found = await findRange(project, { range, remote, command: 'verify' })
    const required = await requiredLoops(project, config, { end: found.end, remote })
    const reading = await readAttestations(project.door)
    const question = { found, required, reading, remote, signed: asksForSignature(options) }
    const judged = await judge(project, question, doubts)
    return say(explained(project, question, judged), json)
  })
}

const asksForSignature = ({ requireSigned, allowedSigners }: VerifyOptions): boolean =>
  requireSigned === true || allowedSigners !== undefined

type Doubts = (carried: Carried) => Promise<Doubt | null>

function doubtsBy({ door }: Project, options: VerifyOptions): Doubts {
  if (!asksForSignature(options)) return async () => null
  const { allowedSigners } = options
  const file = allowedSigners === undefined ? null : resolve(here(), allowedSigners)
  if (file === null || existsSync(file)) return signatureDoubts(door, file)
  throw new WingmanError({
    code: 'E_USAGE',
    message: `There is no file ${file} with allowed signers.`,
    hint: 'Its lines are those of git: `name@example.com namespaces="git" ssh-ed25519 AAAA…`.',
  })
}

async function fetch(project: Project, remote: string): Promise<void> {
  try {
    await fetchAttestations(project.door, remote)
  } catch (cause) {
    const isKnown = isKnownRemote(project, remote)
    throw new WingmanError({
      code: 'E_FETCH',
      kind: 'undecided',
      message: `The attestations could not be fetched from \`${oneLine(remote)}\`: ${isKnown ? oneLine(sentenceOf(cause)) : 'there is no such remote.'}`,
      hint: `Name the remote with --remote (known: ${remotesOf(project).join(', ') || 'none'}), or go by what is here with --no-fetch.`,
      cause,
    })
  }
}

interface Question {
  found: FoundRange
  required: Required
  reading: Reading
  remote: string
  signed: boolean
}

interface Judged {
  answer: RangeAnswer
  refused: Refusal[]
}

async function judge(project: Project, question: Question, doubts: Doubts): Promise<Judged> {
  const { found, required, reading, remote } = question
  const { door } = project
  const careful = await carefulGit(project, remote)
  const { evidence, git, refused } = carriedEvidence({
    git: careful.git,
    door,
    carried: reading.carried,
    doubts,
  })
  const { news, tip, from } = found
  const latest = async () => otherReview(reading.carried, tip.tree)
  const { loops } = required
  const answer = await verifyRange({ git, evidence, loops, from, news, tip, remote, latest })
  if (answer.gaps.length > 0) await refuseIfShallow(project, question)
  refuseIfUnmerged(careful.unmerged, answer.gaps, remote)
  return { answer, refused: [...reading.refused, ...refused.values()] }
}

/** For words: somebody did review this tree, if not in a way that counts. */
function otherReview(carried: readonly Carried[], tree: string) {
  const other = carried.find(({ attestation }) => attestation.snapshot.tree === tree)?.attestation
  return other ? { review: other.review, commit: other.snapshot.commit ?? tree } : null
}

/** A gap may only seem one: an approval of this content stands on a base that lies below the cut. */
async function refuseIfShallow({ paths }: Project, question: Question): Promise<void> {
  const { found, required, reading, remote } = question
  if ((await cutsOf(paths)).size === 0) return
  const here = new Set(found.news.flatMap(({ oid, parents }) => [oid, ...parents]))
  const trees = new Set(found.news.map(({ tree }) => tree))
  const policies = new Set(required.loops.map(({ policy }) => policy))
  const below = reading.carried.find(
    ({ attestation: { snapshot, policy } }) =>
      policies.has(policy) && trees.has(snapshot.tree) && !here.has(snapshot.base),
  )
  if (!below) return
  const base = short(below.attestation.snapshot.base)
  throw tooShallow(
    `an approval of what it holds stands on ${base}, which may lie below where it ends`,
    remote,
  )
}

function explained(project: Project, question: Question, { answer, refused }: Judged): Verified {
  const { found, required, reading } = question
  const { carried } = reading
  const treeOf = (commit: string) => found.news.find(({ oid }) => oid === commit)?.tree ?? null
  const uncovered = answer.loops
    .filter(({ standing }) => standing !== 'approved')
    .map(standing => whyUncovered(standing, { loops: required.loops, carried, refused, treeOf }))
  const repair =
    answer.unsure.length > 0
      ? wholeRange(project, question, answer.unsure)
      : repairOf(project, { ...question, base: answer.base, uncovered })
  return { ...answer, found, uncovered, refused, repair }
}

/** From where the approval begins: then nothing has come in between. */
function wholeRange(project: Project, { found, reading }: Question, unsure: readonly string[]): Repair {
  const trees = new Set(found.news.filter(({ oid }) => unsure.includes(oid)).map(({ tree }) => tree))
  const here = new Set(found.news.flatMap(({ oid, parents }) => [oid, ...parents]))
  const older = reading.carried
    .map(({ attestation }) => attestation.snapshot)
    .find(({ tree, base }) => trees.has(tree) && !here.has(base))
  return {
    title: 'Ask for all that was reviewed together, or for what came in with one push:',
    commands: [`${commandOf(project)} verify ${older ? short(older.base) : 'A'}..${older ? found.end : 'B'}`],
  }
}

function say(verified: Verified, json: boolean): number {
  const { found, loops, gaps, unsure, uncovered, refused, repair } = verified
  const isCovered = gaps.length === 0 && unsure.length === 0
  const isDecided = isCovered || (unsure.length === 0 && !refused.some(({ isUnreadable }) => isUnreadable))
  const whyOf = (name: string) => uncovered.find(({ loop }) => loop === name)?.why ?? null
  if (json)
    printJson({
      version: 1,
      covered: isCovered,
      decided: isDecided,
      range: { from: found.from, to: found.tip.oid },
      commits: found.news.length,
      loops: loops.map(({ loop, standing, commit, review }) => ({
        loop,
        standing,
        commit,
        review,
        why: whyOf(loop),
      })),
      gaps,
      unsure,
      repair: isCovered ? [] : repair.commands,
      refused,
    })
  else print(verifyText(verified, paint()))
  return isCovered ? EXIT.fine : isDecided ? EXIT.held : EXIT.undecided
}
