import { basename } from 'node:path'
import { type FileChange, isExecutable } from '../adapters/hooks/file-change.ts'
import { GIT_HOOKS, type GitHook } from '../adapters/hooks/templates.ts'
import type { Project } from './compose.ts'
import { type InstallPlan, planInstall } from './install.ts'

export interface HooksState {
  installed: string[]
  missing: string[]
  /** There, and passed over by git: not executable. */
  off: string[]
}

/** Which of our hooks are where git looks for them. */
export async function hooksState(project: Project): Promise<HooksState> {
  const plan = await planInstall(project).catch(() => null)
  const state: HooksState = { installed: [], missing: [], off: [] }
  for (const hook of Object.keys(GIT_HOOKS) as GitHook[])
    state[isAsleep(hook, plan) ? 'missing' : await stateOf(hook, plan?.changes ?? [])].push(hook)
  return state
}

/** An entry in a manager's config does nothing until the manager has put its own stub where git looks. */
const isAsleep = (hook: GitHook, plan: InstallPlan | null): boolean =>
  plan?.activation?.makes?.some(path => basename(path) === hook) ?? false

/** A hook may come through several files, such as a manager's entry and the script that it starts: all have to stand. */
async function stateOf(hook: GitHook, changes: readonly FileChange[]): Promise<keyof HooksState> {
  const through = changes.filter(({ hooks }) => hooks.includes(hook))
  if (through.length === 0 || through.some(({ holdsOurs }) => !holdsOurs)) return 'missing'
  const passed = await Promise.all(through.map(isPassedOver))
  return passed.some(Boolean) ? 'off' : 'installed'
}

/** A file of theirs with ours in it is only moved away when git does not run it. */
const isPassedOver = async ({ path, executable, moveTo }: FileChange): Promise<boolean> =>
  moveTo !== null || (executable && !(await isExecutable(path)))
