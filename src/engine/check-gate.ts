import {
  answerOf,
  type Effect,
  effectOf,
  type GateAnswer,
  gatesFor,
  type Matches,
  type PushedRef,
  type RefAnswer,
  worst,
} from '../domain/gate.ts'
import { isEverything } from '../domain/globs.ts'
import { loopsFor } from '../domain/loop.ts'
import type { ReviewRequest } from '../domain/request.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop } from '../domain/resolved-config.ts'
import { type Adopted, emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import type { Commit, Git, Store } from '../ports.ts'
import { type Custody, gapIn, standingOf, takeCustody } from './custody.ts'
import { matchesFor } from './match-globs.ts'
import { askRemote, heldTips, type Remote } from './remote.ts'
import { type Steps, stepsTo } from './steps.ts'
import { defaultTip, isUsualTrunk, trunkThere } from './trunk.ts'

export interface Push {
  /** The remote's name, or its URL when there is none. */
  remote: string
  /** Where it is pushed to. */
  url: string
  /** The names of other remotes that push to there. */
  namesakes?: readonly string[]
  refs: readonly PushedRef[]
  adopted: Adopted | null
  /** The remote, where somebody has asked it already. */
  there?: Remote
  /** Which of these commits have a policy of their own; without it all that are here do. */
  policed?(commits: readonly Oid[]): Promise<ReadonlySet<Oid>>
}

type World = { git: Git; store: Store }

/** Review record → Gate: whether exactly these commits may leave. HEAD is never asked. */
export async function checkGate(world: World, config: ResolvedConfig, push: Push): Promise<GateAnswer> {
  const { there = askRemote(world.git, push.url) } = push
  // What a new branch stands on is known to nobody but the remote: asked while everything else is read.
  if (push.refs.some(({ local, remote }) => local !== null && remote === null)) void there.tips()
  const [requests, matches] = await Promise.all([world.store.requests(), matchesFor(config.gates)])
  const refs = await Promise.all(
    push.refs.map(ref => checkRef(world, config, { ...push, ref, requests, matches, there })),
  )
  return answerOf(refs)
}

interface RefQuestion extends Push {
  ref: PushedRef
  requests: readonly ReviewRequest[]
  matches: Matches
  there: Remote
}

async function checkRef(world: World, config: ResolvedConfig, question: RefQuestion): Promise<RefAnswer> {
  const { ref, remote, url, namesakes = [], there } = question
  const answer = free(ref)
  if (ref.local === null) return { ...answer, note: 'deletes the remote ref' }
  if (await isOurs(world, ref)) return { ...answer, note: 'is an attestation, which holds no content' }

  const target = { remoteRef: ref.remoteRef, remote, url, namesakes }
  const gates = gatesFor(config.gates, target, question.matches)
  if (gates.length === 0) return { ...answer, note: 'is held by no gate' }

  const held = heldBy(gates, config.gates, question.matches)
  const { adopted, policed = commits => thoseHere(world.git, commits) } = question
  const others = await policed(knownOf(question, held))
  const own = [ref.remote, adopted === 'the beginning' ? null : adopted].filter(oid => oid !== null)
  const known = [...own, ...others]
  const asking = { ...question, tip: ref.local, gates }
  // What git told of the remote answers nearly every push; the remote itself is asked for a new branch, or before one is held.
  if (ref.remote !== null) {
    const first = (await bySteps(world, config, asking)) ?? (await holdAgainst(world, config, asking, known))
    if (first.effect === 'pass') return first
  }
  // Where a commit has no policy, nobody has held what is on it: what came that way was let go unseen. What is not here has none.
  const counted = async () => [...known, ...(await policed(heldTips(await there.tips(), held)))]
  const here = await counted()
  const second = await holdAgainst(world, config, asking, here)
  if (second.effect !== 'pass') await bringUnknown(world, asking, held)
  const brought = second.effect === 'pass' ? here : await counted()
  const last = brought.length > here.length ? await holdAgainst(world, config, asking, brought) : second
  return { ...last, silence: there.silence() }
}

/**
 * Others have pushed since the last fetch: what the remote has below that is known to nobody here, and all of it would count
 * as new. So before a push is held for that, the commits are brought here.
 */
async function bringUnknown(
  { git }: World,
  { ref, url, there }: Asking,
  held: ((branch: string) => boolean) | null,
): Promise<void> {
  const unknown: string[] = []
  for (const tip of await there.tips()) {
    const branch = tip.ref.replace(/^refs\/heads\//, '')
    const matters = isUsualTrunk(branch) || tip.ref === ref.remoteRef
    if (!matters || branch === tip.ref || (held && !held(branch))) continue
    if (!(await git.commit(tip.oid))) unknown.push(tip.ref)
  }
  if (unknown.length > 0) await git.bring(url, unknown).catch(() => {})
}

async function thoseHere(git: Git, commits: readonly Oid[]): Promise<ReadonlySet<Oid>> {
  const found = await Promise.all(commits.map(async oid => ((await git.commit(oid)) ? oid : null)))
  return new Set(found.filter(oid => oid !== null))
}

/** By what it holds, and not by its name: anything could be pushed under that. */
async function isOurs({ git }: World, { local, remoteRef }: PushedRef): Promise<boolean> {
  if (local === null || !remoteRef.startsWith('refs/wingman/attestations/')) return false
  const commit = await git.commit(local)
  return commit?.tree === emptyTreeLike(local) && commit.parents.length === 0
}

/** Whether what is on a branch of the remote was asked for the same loops; null when every branch is. */
function heldBy(
  gates: readonly ResolvedGate[],
  all: readonly ResolvedGate[],
  matches: Matches,
): ((branch: string) => boolean) | null {
  if (gates.every(gate => isEverything(gate.branches))) return null
  const needed = new Set(gates.flatMap(gate => gate.requires))
  // A gate that only warns has held nothing, and stands before nobody but its like.
  const holding = gates.some(gate => gate.mode === 'block') ? all.filter(gate => gate.mode === 'block') : all
  return branch => {
    const asked = holding.filter(gate => matches(gate.branches, branch)).flatMap(gate => gate.requires)
    return [...needed].every(loop => asked.includes(loop))
  }
}

/** What the remote told us that it has under other names, where the same gates stand before it. */
function knownOf({ ref, refs }: RefQuestion, held: ((branch: string) => boolean) | null): Oid[] {
  const isHeld = (name: string) => held === null || held(name.replace(/^refs\/heads\//, ''))
  return refs
    .filter(other => other.remoteRef !== ref.remoteRef && isHeld(other.remoteRef))
    .flatMap(other => (other.remote ? [other.remote] : []))
}

interface Asking extends RefQuestion {
  tip: Oid
  gates: ResolvedGate[]
}

/** The usual push: commits in a row, each of them looked at by itself. Null for any other, which is git's to walk through. */
async function bySteps(world: World, config: ResolvedConfig, asking: Asking): Promise<RefAnswer | null> {
  const { ref } = asking
  const steps = ref.remote && (await stepsTo(world.store, asking.tip, ref.remote))
  const [tip] = steps ? steps.news : []
  if (!steps || !tip) return null
  const answer = await holdNews(config, asking, custodyOf({ ...world, ...steps }, asking, tip))
  return answer.effect === 'pass' ? answer : null
}

/** Against the reviews that are required, given what the remote is known to have. */
async function holdAgainst(
  world: World,
  config: ResolvedConfig,
  asking: Asking,
  known: readonly Oid[],
): Promise<RefAnswer> {
  const news = await world.git.newCommits(asking.tip, known)
  const [tip] = news
  if (!tip) return nothingNew(world, asking)
  return holdNews(config, asking, custodyOf({ ...world, evidence: world.store, news }, asking, tip))
}

async function holdNews(
  config: ResolvedConfig,
  { ref, gates }: Asking,
  custody: Custody,
): Promise<RefAnswer> {
  const { tip, news } = custody
  const required = config.loops.filter(loop => gates.some(gate => gate.requires.includes(loop.name)))
  const loops = []
  for (const loop of required) {
    const standing = await standingOf(custody, loop, tip)
    const holding = gates.filter(gate => gate.requires.includes(loop.name))
    const effect = worst(holding.map(gate => effectOf(gate, standing.standing)))
    const gap = effect === 'pass' ? null : await gapIn(custody, loop, standing)
    const isMerge = (news.get(standing.commit)?.parents.length ?? 0) > 1
    loops.push({ ...standing, effect, gap, isMerge })
  }
  return {
    ...free(ref),
    commit: tip.oid,
    commits: news.size,
    upTo: beyondExplicit(config, required),
    gates: gates.map(gate => gate.name),
    loops,
    effect: worst(loops.map(loop => loop.effect)),
  }
}

async function nothingNew({ git }: World, { ref, tip, gates }: Asking): Promise<RefAnswer> {
  const old = await git.commit(tip)
  const note = old
    ? 'has nothing new: the remote has it, or it is older than wingman here'
    : 'is not a commit, so it cannot be reviewed'
  if (old) return { ...free(ref), commit: old.oid, note }
  return { ...free(ref), effect: 'block', gates: gates.map(gate => gate.name), note }
}

function custodyOf({ git, store, ...found }: World & Steps, asking: Asking, tip: Commit): Custody {
  const { ref, requests } = asking
  return takeCustody({
    git,
    ...found,
    latest: () => store.latest(ref.localRef),
    tip,
    trunk: () => trunkOf({ git, store }, asking),
    mainTrunk: () => mainTrunkOf({ git, store }, asking),
    isPending: requests.some(request => request.commit === tip.oid || request.ref === ref.localRef),
  })
}

/** The pushed branch itself where a gate names it, or it has a trunk's name; for others the remote's default branch. */
async function trunkOf({ git }: World, asking: Asking): Promise<Oid | null> {
  const { ref } = asking
  if (!isUsualTrunk(branchOf(ref)) && !isNamed(asking)) return defaultBranch({ git }, asking)
  // What is not here is in none of the pushed commits, and cannot be undone by them.
  return ref.remote && ((await git.commit(ref.remote))?.oid ?? null)
}

/** What is on a branch that gates hold counts as had by the others that they hold: so none is the way to undo the default branch. */
async function mainTrunkOf({ git }: World, asking: Asking): Promise<Oid | null> {
  if (isUsualTrunk(branchOf(asking.ref)) || !isNamed(asking)) return null
  return defaultBranch({ git }, asking)
}

const branchOf = ({ remoteRef }: PushedRef): string => remoteRef.replace(/^refs\/heads\//, '')

const isNamed = ({ gates }: Asking): boolean => gates.some(gate => !isEverything(gate.branches))

async function defaultBranch(
  { git }: Pick<World, 'git'>,
  { remote, url, there }: Asking,
): Promise<Oid | null> {
  const trunk = await trunkThere(git, remote, there)
  if (!trunk) return defaultTip(git, remote)
  // What the branch has since the last fetch may be in the pushed commits, from elsewhere.
  if (!(await git.commit(trunk.oid))) await git.bring(url, [trunk.ref]).catch(() => {})
  return (await git.commit(trunk.oid))?.oid ?? defaultTip(git, remote)
}

/** The last loop that is required, if a plain `run review` would not get that far. */
function beyondExplicit({ loops }: ResolvedConfig, required: readonly ResolvedLoop[]): string | null {
  const last = required.at(-1)
  return last && !loopsFor(loops, 'explicit').includes(last) ? last.name : null
}

export function free(ref: PushedRef): RefAnswer {
  const effect: Effect = 'pass'
  return {
    ref: ref.remoteRef,
    commit: ref.local,
    commits: 0,
    upTo: null,
    loosened: [],
    silence: null,
    gates: [],
    loops: [],
    effect,
    note: null,
  }
}
