import { basename, relative } from 'node:path'
import { type FileChange, isExecutable, isToDo } from '../adapters/hooks/file-change.ts'
import { hookPath } from '../adapters/hooks/legacy.ts'
import { type Manifest, readManifest } from '../adapters/hooks/manifest.ts'
import { GIT_HOOKS, type GitHook } from '../adapters/hooks/templates.ts'
import { sentenceOf, WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'
import { repairEdited, whatWasEdited } from './edited-hooks.ts'
import { hookTroubles } from './hook-troubles.ts'
import { type InstallPlan, planInstall } from './install.ts'

export interface HooksState {
  /** Who runs them; null where they cannot be put anywhere. */
  host: string | null
  installed: string[]
  missing: string[]
  /** Ours once; somebody has put another in its place. */
  replaced: string[]
  /** Ours once, and changed by somebody: whether they still ask us nobody knows. */
  edited: string[]
  /** There, and passed over by git: not executable. */
  off: string[]
  /** Of those that are there: written by another version. */
  older: string[]
  /** Files of ours that hooks no longer run from. */
  leftBehind: string[]
  /** Why they do not run although they are there, and what to type. */
  trouble: { what: string; hint: string }[]
  /** Why they cannot be put where git looks, in the words of `install`. */
  refused: { what: string; hint: string | null } | null
}

const NONE: HooksState = {
  host: null,
  installed: [],
  missing: Object.keys(GIT_HOOKS),
  replaced: [],
  edited: [],
  off: [],
  older: [],
  leftBehind: [],
  trouble: [],
  refused: null,
}

/** Which of our hooks are where git looks for them. */
export async function hooksState(project: Project): Promise<HooksState> {
  const plan = await planInstall(project).catch(asRefusal)
  if (!('host' in plan)) return { ...NONE, refused: plan }
  const known = await readManifest(project.at.installed)
  const state: HooksState = {
    ...structuredClone(NONE),
    host: plan.host.name,
    missing: [],
    ...(await aroundThem(project, plan)),
  }
  for (const hook of Object.keys(GIT_HOOKS) as GitHook[]) {
    const through = plan.changes.filter(({ hooks }) => hooks.includes(hook))
    const found = isAsleep(hook, plan) ? 'missing' : await stateOf(through, known)
    const word = found === 'replaced' && (await isOfCheckout(project, through)) ? 'missing' : found
    state[word].push(hook)
    if (word === 'installed' && through.some(isToDo)) state.older.push(hook)
  }
  return state
}

const asRefusal = (error: unknown): { what: string; hint: string | null } => ({
  what: sentenceOf(error),
  hint: error instanceof WingmanError ? (error.hint ?? null) : null,
})

/** An entry in a manager's config does nothing until the manager has put its own stub where git looks. */
const isAsleep = (hook: GitHook, { activation }: InstallPlan): boolean =>
  activation?.makes?.some(path => basename(path) === hook) ?? false

async function aroundThem(project: Project, plan: InstallPlan) {
  return {
    leftBehind: plan.leaving.map(({ path }) => relative(project.paths.root, path)),
    trouble: [
      ...(await hookTroubles(project, plan)).map(({ what, hint }) => ({ what, hint })),
      ...plan.changes
        .filter(({ isEdited }) => isEdited)
        .map(change => ({
          what: whatWasEdited(change),
          hint: `${repairEdited(project.paths.root, change)}.`,
        })),
    ],
  }
}

/** Just as it was committed: nobody has put it there, a branch from before us has. */
async function isOfCheckout({ door, paths }: Project, through: readonly FileChange[]): Promise<boolean> {
  const lost = through.filter(({ holdsOurs }) => !holdsOurs).map(({ path }) => relative(paths.root, path))
  const isTracked = (await door.code(['ls-files', '--error-unmatch', '--', ...lost])) === 0
  return isTracked && (await door.code(['diff', '--quiet', 'HEAD', '--', ...lost])) === 0
}

type Word = 'installed' | 'missing' | 'replaced' | 'edited' | 'off'

/** A hook may come through several files, such as a manager's entry and the script that it starts: all have to stand. */
async function stateOf(through: readonly FileChange[], known: Manifest): Promise<Word> {
  const lost = through.find(({ holdsOurs }) => !holdsOurs)
  if (lost) return isReplaced(lost, known) ? 'replaced' : 'missing'
  if (through.length === 0) return 'missing'
  const passed = await Promise.all(through.map(isPassedOver))
  if (passed.some(Boolean)) return 'off'
  return through.some(({ isEdited }) => isEdited) ? 'edited' : 'installed'
}

const isReplaced = ({ path, before }: FileChange, known: Manifest): boolean =>
  before !== null && known.some(entry => hookPath(entry.path) === hookPath(path))

/** A file of theirs with ours in it is only moved away when git does not run it. */
const isPassedOver = async ({ path, executable, moveTo }: FileChange): Promise<boolean> =>
  moveTo !== null || (executable && !(await isExecutable(path)))
