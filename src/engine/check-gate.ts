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
import { loopsFor } from '../domain/loop.ts'
import type { ReviewRequest } from '../domain/request.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop } from '../domain/resolved-config.ts'
import { emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import type { Commit, Git, Store } from '../ports.ts'
import { type Custody, standingOf } from './custody.ts'
import { matcherFor } from './match-globs.ts'

export interface Push {
  /** The remote's name, or its URL when there is none. */
  remote: string
  refs: readonly PushedRef[]
  adopted: Oid | null
}

type World = { git: Git; store: Store }

/** Review record → Gate: whether exactly these commits may leave. HEAD is never asked. */
export async function checkGate(world: World, config: ResolvedConfig, push: Push): Promise<GateAnswer> {
  const [requests, matches] = await Promise.all([world.store.requests(), matchesOf(config.gates)])
  const refs = await Promise.all(
    push.refs.map(ref => checkRef(world, config, { ...push, ref, requests, matches })),
  )
  return answerOf(refs)
}

/** The globs of all gates, each list made ready once. */
async function matchesOf(gates: readonly ResolvedGate[]): Promise<Matches> {
  const lists: (readonly string[])[] = gates.flatMap(gate => [gate.branches, gate.remotes])
  const matchers = await Promise.all(lists.map(matcherFor))
  return (globs, name) => matchers[lists.indexOf(globs)]?.(name) ?? true
}

interface RefQuestion extends Push {
  ref: PushedRef
  requests: readonly ReviewRequest[]
  matches: Matches
}

async function checkRef(world: World, config: ResolvedConfig, question: RefQuestion): Promise<RefAnswer> {
  const { ref, remote } = question
  const answer = free(ref)
  if (ref.local === null) return { ...answer, note: 'deletes the remote ref' }

  const gates = gatesFor(config.gates, { remoteRef: ref.remoteRef, remote }, question.matches)
  if (gates.length === 0) return { ...answer, note: 'no gate holds it' }

  // A push of something new, which is nearly every one, is answered by this one question: the tip is listed first.
  const held = heldBy(gates, question.matches)
  const known = knownOf(question, held)
  const news = await world.git.unpushed({ ...question, tip: ref.local, known, held })
  const [tip] = news
  if (tip) return holdAgainst(world, config, { ...question, tip, news, gates })

  const old = await world.git.commit(ref.local)
  if (old)
    return {
      ...answer,
      commit: old.oid,
      note: 'has nothing to ask for: the remote has it, or it is older than wingman here',
    }
  return {
    ...answer,
    effect: 'block',
    gates: gates.map(gate => gate.name),
    note: 'is not a commit, so it cannot be reviewed',
  }
}

/** Whether a branch of the remote went through these gates too; null when they hold every branch. */
function heldBy(gates: readonly ResolvedGate[], matches: Matches): ((branch: string) => boolean) | null {
  if (gates.every(gate => gate.branches.includes('**'))) return null
  return branch => gates.every(gate => matches(gate.branches, branch))
}

/** What the remote told us that it has, where the same gates stand before it. */
function knownOf({ ref, refs }: RefQuestion, held: ((branch: string) => boolean) | null): Oid[] {
  const isHeld = (name: string) => held === null || held(name.replace(/^refs\/heads\//, ''))
  return refs
    .filter(other => other.remoteRef === ref.remoteRef || isHeld(other.remoteRef))
    .flatMap(other => (other.remote ? [other.remote] : []))
}

interface Held extends RefQuestion {
  tip: Commit
  news: Commit[]
  gates: ResolvedGate[]
}

async function holdAgainst(world: World, config: ResolvedConfig, held: Held): Promise<RefAnswer> {
  const { ref, tip, news, gates } = held
  const custody = custodyOf(world, held)
  const required = config.loops.filter(loop => gates.some(gate => gate.requires.includes(loop.name)))
  const loops = []
  for (const loop of required) {
    const standing = await standingOf(custody, loop, tip)
    const asking = gates.filter(gate => gate.requires.includes(loop.name))
    loops.push({ ...standing, effect: worst(asking.map(gate => effectOf(gate, standing.standing))) })
  }
  return {
    ref: ref.remoteRef,
    commit: tip.oid,
    commits: news.length,
    base: custody.boundaries[0] ?? emptyTreeLike(tip.oid),
    upTo: beyondExplicit(config, required),
    gates: gates.map(gate => gate.name),
    loops,
    effect: worst(loops.map(loop => loop.effect)),
    note: null,
  }
}

function custodyOf(world: World, { tip, news, ref, requests }: Held): Custody {
  const byOid = new Map(news.map(commit => [commit.oid, commit]))
  const parents = new Set(news.flatMap(commit => commit.parents))
  return {
    git: world.git,
    evidence: world.store,
    latest: () => world.store.latest(ref.localRef),
    tip,
    news: byOid,
    boundaries: [...parents].filter(oid => !byOid.has(oid)),
    found: new Map(),
    isPending: requests.some(request => request.commit === tip.oid || request.ref === ref.localRef),
  }
}

/** The last loop that is required, if a plain `run review` would not get that far. */
function beyondExplicit({ loops }: ResolvedConfig, required: readonly ResolvedLoop[]): string | null {
  const last = required.at(-1)
  return last && !loopsFor(loops, 'explicit').includes(last) ? last.name : null
}

function free(ref: PushedRef): RefAnswer {
  const effect: Effect = 'pass'
  return {
    ref: ref.remoteRef,
    commit: ref.local,
    commits: 0,
    base: null,
    upTo: null,
    gates: [],
    loops: [],
    effect,
    note: null,
  }
}
