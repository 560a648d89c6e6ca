import { basename, dirname, relative } from 'node:path'
import { locate } from '../adapters/git/locate.ts'
import { type FileChange, isThere } from '../adapters/hooks/file-change.ts'
import { isInside, isPerWorktree } from '../adapters/hooks/hooks-path.ts'
import { hookPath } from '../adapters/hooks/legacy.ts'
import { type Entry, forget, type Manifest, readManifest } from '../adapters/hooks/manifest.ts'
import { GIT_HOOKS } from '../adapters/hooks/templates.ts'
import type { Project } from './compose.ts'
import { isAgentsFile } from './plan-agents.ts'
import { holdsOurs, installed, takeBack } from './take-back.ts'

export interface Leaving {
  /** What an earlier install wrote, and this one would not: left where it is, a hook would run twice, or lie about. */
  leaving: Manifest
  /** Remembered, and nothing of it there any more. */
  stale: Manifest
}

export async function leavingNow(project: Project, changes: readonly FileChange[]): Promise<Leaving> {
  const planned = new Set(changes.map(({ path }) => path))
  const kept = new Set(changes.map(({ keptAt }) => keptAt))
  const isShared = !(await isPerWorktree(project.door))
  const known = new Set((await readManifest(project.at.installed)).map(({ path }) => path))
  // What bears our marks in the tree, and was not written by this clone, came with a commit: it is the team's.
  const isOurs = (path: string) => known.has(path) || isInside(project.paths.commonDir, path)
  const left = (await installed(project))
    .filter(
      ({ path, isManagers }) =>
        !isManagers && isOurs(path) && !planned.has(path) && isOfHooksHere(project, path, isShared),
    )
    .map(entry => (kept.has(entry.movedTo) ? { ...entry, movedTo: null } : entry))
  const there = await Promise.all(left.map(isStillThere))
  return {
    leaving: left.filter((_, at) => there[at]),
    stale: left.filter((entry, at) => !there[at] && isHook(entry)),
  }
}

const isHook = ({ path }: Entry): boolean => basename(hookPath(path)) in GIT_HOOKS

const isStillThere = async (entry: Entry): Promise<boolean> =>
  (await holdsOurs(entry)) || (entry.movedTo !== null && (await isThere(entry.movedTo)))

/** Takes it back; answers a line for each. What a person made their own since is left to them. */
export async function moveOut(project: Project, leaving: readonly Entry[]): Promise<string[]> {
  const lines: string[] = []
  for (const entry of leaving) lines.push(...(await takeBack(project, entry)))
  const gone = await Promise.all(leaving.map(async entry => !(await holdsOurs(entry))))
  await forget(
    project.at.installed,
    leaving.flatMap(({ path }, at) => (gone[at] ? [path] : [])),
  )
  return lines
}

/** A hook of theirs that we kept and that is back where git does not look: they should know. */
export const unheard = ({ paths }: Project, elsewhere: readonly Entry[]): string[] =>
  elsewhere
    .filter(({ movedTo }) => movedTo !== null)
    .map(({ path }) => `your own ${relative(paths.root, path)} is back, but git no longer looks there`)

/** Those beside a new hook make room for it; those elsewhere go once the new ones run. */
export function inTheWay(leaving: readonly Entry[], changes: readonly FileChange[]): [Manifest, Manifest] {
  const folders = new Set(changes.map(({ path }) => dirname(path)))
  const isBeside = ({ path }: Entry) => folders.has(dirname(path))
  return [leaving.filter(isBeside), leaving.filter(entry => !isBeside(entry))]
}

/** Of this worktree, or of git's own folder: another worktree may stand on a branch that runs them otherwise. */
function isOfHooksHere({ paths, at }: Project, path: string, isShared: boolean): boolean {
  if (isInside(at.shared, path) || isInside(at.reportFolder, path)) return false
  if (isAgentsFile(paths, path)) return false
  if (isInside(paths.commonDir, path)) return isShared
  return locate(dirname(path))?.root === paths.root
}
