import type { Reads } from '../../../src/domain/content-key.ts'
import type { Commit, Files } from './objects.ts'
import type { Scene } from './scene.ts'

/** That `head` was approved against `base`: contents, not commits. */
export interface Approval {
  policy: string
  base: Files
  baseTree: string
  head: Files
  headTree: string
}

export interface Asked {
  reads: Reads
  policy: string
  tip: Commit
  /** What the remote has, where the same gates stand before it, and what is older than wingman. */
  had: ReadonlySet<string>
  /** Where the branch stands at the remote that others work on too; null where none is known. */
  trunk: string | null
  /** The default branch there, where the pushed one is a trunk besides. */
  mainTrunk: string | null
  approvals: readonly Approval[]
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** In place of a commit: what a history stands on that began with nothing. */
const NOTHING = { oid: 'nothing', tree: EMPTY_TREE }

/**
 * Slow and obvious, of all that lies below the tip: the commits that are accounted for are those the remote has, whatever an
 * approved change makes of one that is accounted for, and what git by itself merges out of such. Grown until nothing is added;
 * then the tip is in or not. What lies elsewhere, even at the remote, is no base: the tip does not stand on it.
 */
export function mayPass(scene: Scene, asked: Asked): boolean {
  const below = [...ancestors(scene, [asked.tip.oid])].map(oid => scene.get(oid))
  const trees = new Map<string, Files>([[EMPTY_TREE, {}]])
  for (const { tree, files } of below) trees.set(tree, files)
  const good = new Map(below.filter(({ oid }) => asked.had.has(oid)).map(({ oid, tree }) => [oid, tree]))
  const isApproved = approvedSteps(scene, asked, trees)
  const sees = seesTheTrunk(scene, asked, trees)
  const undoes = undoesOthers(scene, asked, trees)
  const undoesMain = undoesTrunk(scene, asked, trees)
  const answersFor = (commit: Commit) => (base: { oid: string; tree: string }) =>
    isApproved(base.tree, commit.tree) &&
    sees(base, commit) &&
    !undoes(base, commit) &&
    !undoesMain(base, commit)
  for (let before = -1; before < good.size; ) {
    before = good.size
    for (const commit of below) {
      if (good.has(commit.oid)) continue
      const bases = [...[...good].map(([oid, tree]) => ({ oid, tree })), ...beginning(commit)]
      const isAnswered = bases.some(answersFor(commit)) || wasRun(asked, commit)
      if (isAnswered || isCleanMerge(scene, commit, asked, good)) good.set(commit.oid, commit.tree)
    }
  }
  return good.has(asked.tip.oid)
}

/** Whoever takes everything away on top of a history has not gone back to before it. */
const beginning = ({ tree, parents }: Commit) => (tree === EMPTY_TREE && parents.length > 0 ? [] : [NOTHING])

/** What ran this very tree asks for no base. */
const wasRun = ({ reads, approvals, policy }: Asked, { tree }: Commit): boolean =>
  reads === 'tree' && approvals.some(one => one.policy === policy && one.headTree === tree)

/**
 * Whoever looked at a change from that base has seen all that the commit has of the trunk: every commit that lies below both
 * the trunk and this one lies below the base too. Else the change may undo what came since, which nobody looked at. Where the two
 * have merged each other no base has all of it; there no file of what is missing may be as it was at the base. What ran the tree
 * looked at the whole of it.
 */
function seesTheTrunk(scene: Scene, { reads, trunk }: Asked, trees: ReadonlyMap<string, Files>) {
  if (reads === 'tree' || trunk === null) return () => true
  const ofTrunk = ancestors(scene, [trunk])
  const known = new Map<string, Set<string>>([[NOTHING.oid, new Set()]])
  const belowOf = (oid: string) => {
    const found = known.get(oid) ?? ancestors(scene, [oid])
    known.set(oid, found)
    return found
  }
  return (base: { oid: string; tree: string }, commit: Commit): boolean => {
    if (commit.parents.length === 1 && commit.parents[0] === base.oid) return true
    const shared = [...belowOf(commit.oid)].filter(oid => ofTrunk.has(oid))
    if (shared.every(oid => belowOf(base.oid).has(oid))) return true
    const last = lastOf(scene, shared)
    const missing = last.filter(oid => !belowOf(base.oid).has(oid))
    return last.length > 1 && missing.every(oid => !isGone(scene, { base, last: oid, commit }, trees))
  }
}

/** What is held on one trunk may go on to the other unasked, so it must not undo that either. Of this too it is the plain part. */
function undoesTrunk(scene: Scene, { reads, mainTrunk }: Asked, trees: ReadonlyMap<string, Files>) {
  if (reads === 'tree' || mainTrunk === null) return () => false
  const ofMain = ancestors(scene, [mainTrunk])
  return (base: { oid: string; tree: string }, commit: Commit): boolean => {
    if (commit.parents.length === 1 && commit.parents[0] === base.oid) return false
    const below = base.oid === NOTHING.oid ? new Set<string>() : ancestors(scene, [base.oid])
    const shared = [...ancestors(scene, [commit.oid])].filter(oid => ofMain.has(oid))
    return lastOf(scene, shared).some(
      last => !below.has(last) && isGone(scene, { base, last, commit }, trees),
    )
  }
}

/** Those that none of the others stands on. */
function lastOf(scene: Scene, oids: readonly string[]): string[] {
  const covered = new Set(oids.flatMap(oid => scene.get(oid).parents))
  return oids.filter(oid => !covered.has(oid))
}

interface Between {
  base: { oid: string; tree: string }
  last: string
  commit: Commit
}

/** Whether a file is as it was at the base, that is another in this one; and not because the base alone went on since the two parted. */
function isGone(
  scene: Scene,
  { base, last, commit }: Between,
  trees: ReadonlyMap<string, Files>,
  files?: readonly string[],
): boolean {
  const [was, is] = [trees.get(base.tree) ?? {}, scene.get(last).files]
  const below = base.oid === NOTHING.oid ? new Set<string>() : ancestors(scene, [base.oid])
  const parted = lastOf(
    scene,
    [...ancestors(scene, [last])].filter(oid => below.has(oid)),
  ).map(oid => scene.get(oid).files)
  const isBrought = (file: string) => parted.length === 0 || parted.some(then => then[file] !== is[file])
  return (files ?? [...Object.keys(was), ...Object.keys(is)]).some(
    file => is[file] !== was[file] && commit.files[file] === was[file] && isBrought(file),
  )
}

/**
 * Whether a file that others changed at the remote, which the commit stands on, is as it was at the base again: the change that
 * was looked at says nothing of that file, so nobody has seen their work go. Of what the gate asks this is the plain part:
 * it also tells places within a file.
 */
function undoesOthers(scene: Scene, { reads, had }: Asked, trees: ReadonlyMap<string, Files>) {
  const belowOf = (oid: string) => (oid === NOTHING.oid ? new Set<string>() : ancestors(scene, [oid]))
  return (base: { oid: string; tree: string }, commit: Commit): boolean => {
    if (reads === 'tree' || (commit.parents.length === 1 && commit.parents[0] === base.oid)) return false
    const known = belowOf(base.oid)
    const there = [...belowOf(commit.oid)].filter(oid => had.has(oid) && !known.has(oid))
    // The last of them, on each side: what became of it before was for others to see.
    return lastOf(scene, there).some(last => {
      const theirs = [...belowOf(last)].filter(oid => !known.has(oid)).map(oid => scene.get(oid))
      const files = theirs.filter(({ by }) => by === 'ann').flatMap(one => changedBy(scene, one))
      return isGone(scene, { base, last, commit }, trees, files)
    })
  }
}

function changedBy(scene: Scene, { files, parents: [parent] }: Commit): string[] {
  const before = parent ? scene.get(parent).files : {}
  const all = [...Object.keys(files), ...Object.keys(before)]
  return all.filter(file => files[file] !== before[file])
}

/** What ran the tree has never run what a merge makes of two. */
function isCleanMerge(
  scene: Scene,
  { tree, parents }: Commit,
  { reads }: Asked,
  good: ReadonlyMap<string, string>,
): boolean {
  const [ours, theirs] = parents
  if (reads !== 'diff' || !ours || !theirs) return false
  return parents.every(oid => good.has(oid)) && scene.merged(ours, theirs) === tree
}

type IsApproved = (base: string, head: string) => boolean

function approvedSteps(scene: Scene, asked: Asked, trees: ReadonlyMap<string, Files>): IsApproved {
  const approvals = asked.approvals.filter(({ policy }) => policy === asked.policy)
  const raw = new Set(approvals.map(({ base, head }) => rawDiff(base, head)))
  const run = new Set(approvals.map(({ headTree }) => headTree))
  const both = new Set(approvals.map(({ base, head, headTree }) => `${rawDiff(base, head)} ${headTree}`))
  const patches = asked.reads === 'tree' ? null : patchesOf(scene, approvals, trees)
  return (base, head) => {
    if (base === head) return true
    const diff = rawDiff(trees.get(base) ?? {}, trees.get(head) ?? {})
    const isPatch = () => patches?.isApproved(base, head) ?? false
    switch (asked.reads) {
      case 'diff':
        return raw.has(diff) || isPatch()
      case 'tree':
        return run.has(head)
      case 'both':
        return both.has(`${diff} ${head}`) || (run.has(head) && isPatch())
    }
  }
}

/** Which files differ, and both contents of each. */
export function rawDiff(base: Files, head: Files): string {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort()
  return JSON.stringify(
    paths
      .filter(path => base[path] !== head[path])
      .map(path => [path, base[path] ?? null, head[path] ?? null]),
  )
}

/** The patch of every pair, as git prints it with places and ids left out: asked for all at once, and only if somebody asks. */
function patchesOf(scene: Scene, approvals: readonly Approval[], trees: ReadonlyMap<string, Files>) {
  let patches: Map<string, string> | null = null
  let approved = new Set<string | undefined>()
  const load = () => {
    const pairs = new Set(approvals.map(({ baseTree, headTree }) => `${baseTree} ${headTree}`))
    for (const base of trees.keys()) for (const head of trees.keys()) pairs.add(`${base} ${head}`)
    const args = ['diff-tree', '--stdin', '-r', '-p', '--no-renames', '--full-index']
    const { stdout } = scene.git(args, `${[...pairs].join('\n')}\n`)
    const found = new Map<string, string>()
    for (const part of stdout.split(/^(?=[0-9a-f]{40} [0-9a-f]{40}$)/m)) {
      const patch = part.slice(82).replaceAll(/^index .*\n/gm, '')
      found.set(part.slice(0, 81), patch.replaceAll(/^@@ .*$/gm, '@@'))
    }
    approved = new Set(approvals.map(({ baseTree, headTree }) => found.get(`${baseTree} ${headTree}`)))
    return found
  }
  return {
    isApproved(base: string, head: string): boolean {
      if (approvals.length === 0) return false
      patches ??= load()
      return approved.has(patches.get(`${base} ${head}`))
    },
  }
}

/** The commit, and everything below it. */
export function ancestors(scene: Scene, tips: Iterable<string>): Set<string> {
  const seen = new Set<string>()
  const left = [...tips]
  for (let oid = left.pop(); oid !== undefined; oid = left.pop()) {
    if (seen.has(oid)) continue
    seen.add(oid)
    left.push(...scene.get(oid).parents)
  }
  return seen
}

const BAD = /^debugger .*$/gm

/** The lines that no reviewer lets pass, in all files together. */
export const badLines = (files: Files): string[] =>
  Object.values(files).flatMap(text => text.match(BAD) ?? [])

/** The ones that a change brings. */
export function addedBadLines(base: Files, head: Files): string[] {
  return Object.entries(head).flatMap(([path, text]) => {
    const before = new Set(base[path]?.match(BAD) ?? [])
    return (text.match(BAD) ?? []).filter(line => !before.has(line))
  })
}
