import { contentKey } from '../domain/content-key.ts'
import type { ResolvedLoop } from '../domain/resolved-config.ts'
import type { LoopOutcome } from '../domain/review.ts'
import { type Adopted, emptyTreeLike, type Oid, short } from '../domain/snapshot.ts'
import { WingmanError } from '../errors.ts'
import type { Commit, Git, Store } from '../ports.ts'

export interface Base {
  oid: Oid
  tree: Oid
  name: string
}

export interface BaseQuestion {
  head: Commit
  ref: string | null
  /** `context.base` or `--base`: what a person named comes before everything that could be guessed. */
  named: string | null
  loops: readonly ResolvedLoop[]
  adopted: Adopted | null
}

type World = { git: Git; store: Store }

// How far back on the default branch an approved ancestor is looked for; beyond it the upstream is the better answer.
const FAR_BACK = 200

const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
]

/** Against what a commit is reviewed: the whole branch, or on the default branch what came since the last approval. */
export async function resolveBase(world: World, question: BaseQuestion): Promise<Base> {
  const { head, ref, named } = question
  if (named !== null) return namedBase(world.git, named, head)

  const upstream = ref ? await existing(world.git, await world.git.upstream(ref)) : null
  if (upstream && branchName(upstream.name) !== branchName(ref ?? '')) return meeting(world, upstream, head)

  const target = await firstExisting(world.git, DEFAULT_BRANCHES)
  const isDefault = target !== null && ref !== null && branchName(target.name) === branchName(ref)
  if (target && !isDefault) return meeting(world, target, head)
  return onDefaultBranch(world, question, upstream ?? (target?.name === ref ? null : target))
}

/** On the default branch itself: the last approved ancestor, else where the upstream is, else where wingman came, else the parent. */
async function onDefaultBranch(world: World, question: BaseQuestion, upstream: Named | null): Promise<Base> {
  const { head, loops, adopted } = question
  const not = upstream ? await world.git.mergeBase(upstream.commit.oid, head.oid) : null
  const ancestors = await world.git.firstParents({ from: head.oid, not, limit: FAR_BACK })
  for (const ancestor of ancestors.slice(1)) {
    if (await isApproved(world.store, ancestor, loops)) return baseAt(ancestor, short(ancestor.oid))
  }
  if (upstream && not) return meeting(world, upstream, head)
  // All of it is asked for, so all of it is shown; a fix of what the first commits brought would not be seen as one otherwise.
  if (adopted === 'the beginning' && ancestors.length < FAR_BACK) return beginning(head)
  const start = adopted === null || adopted === head.oid ? null : ancestors.find(({ oid }) => oid === adopted)
  return start ? baseAt(start, short(start.oid)) : parentOf(world.git, head)
}

/** Approved by every one of these loops, against whatever base. */
async function isApproved(store: Store, commit: Commit, loops: readonly ResolvedLoop[]): Promise<boolean> {
  for (const { digest } of await store.basesOf(commit.tree)) {
    const results = await Promise.all(
      loops.map(loop => store.result(contentKey(loop.reads, { digest, tree: commit.tree }), loop)),
    )
    if (results.every(result => result && 'outcome' in result && isClean(result.outcome))) return true
  }
  return false
}

/** What stands there by a dismissal stays in sight: a defect that is moved from there would not be new. */
const isClean = ({ verdict, dismissed }: LoopOutcome): boolean => verdict === 'approved' && !dismissed

export async function parentOf(git: Git, head: Commit): Promise<Base> {
  const [parent] = head.parents
  const commit = parent ? await git.commit(parent) : null
  if (commit) return baseAt(commit, short(commit.oid))
  return beginning(head)
}

function beginning(head: Commit): Base {
  const empty = emptyTreeLike(head.oid)
  return { oid: empty, tree: empty, name: 'the beginning' }
}

interface Named {
  name: string
  commit: Commit
}

async function namedBase(git: Git, name: string, head: Commit): Promise<Base> {
  const commit = await git.commit(name)
  if (commit) return meeting({ git }, { name, commit }, head)
  // Abbreviated too, as the gate prints it.
  if (name.length >= 7 && emptyTreeLike(head.oid).startsWith(name)) return beginning(head)
  throw new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    message: `The base \`${name}\` is not a commit of this repository.`,
    hint: 'Fetch it, or name another one with `--base` or `context.base` in the config.',
  })
}

/** Where the branch left its base, so that what the base did since is not taken for the branch's own. */
async function meeting({ git }: { git: Git }, base: Named, head: Commit): Promise<Base> {
  const oid = await git.mergeBase(base.commit.oid, head.oid)
  const commit = oid ? await git.commit(oid) : null
  // Histories that never met: everything on this one is new.
  return commit ? baseAt(commit, prettyName(base.name)) : beginning(head)
}

async function existing(git: Git, name: string | null): Promise<Named | null> {
  const commit = name ? await git.commit(name) : null
  return name && commit ? { name, commit } : null
}

async function firstExisting(git: Git, names: readonly string[]): Promise<Named | null> {
  for (const name of names) {
    const found = await existing(git, name)
    if (!found) continue
    return name.endsWith('/HEAD') ? { ...found, name: (await git.symbolic(name)) ?? name } : found
  }
  return null
}

const baseAt = ({ oid, tree }: Commit, name: string): Base => ({ oid, tree, name })

const prettyName = (name: string): string => name.replace(/^refs\/(heads|remotes|tags)\//, '')

/** `x` of both `refs/heads/x` and `refs/remotes/origin/x`. */
const branchName = (ref: string): string => ref.replace(/^refs\/heads\/|^refs\/remotes\/[^/]+\//, '')
