import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ignoreItself } from '../adapters/desk/desk.ts'
import { applyChange, type FileChange, isToDo } from '../adapters/hooks/file-change.ts'
import { hooksPlace } from '../adapters/hooks/hooks-path.ts'
import type { Activation, HookedRepository, Host } from '../adapters/hooks/hosts/host.ts'
import { chooseHost } from '../adapters/hooks/hosts/index.ts'
import { forget, remember } from '../adapters/hooks/manifest.ts'
import { refuseReadOnly } from '../adapters/hooks/refuse-read-only.ts'
import { refuseUnsafe } from '../adapters/hooks/refuse-unsafe.ts'
import { sweepTemporary } from '../adapters/hooks/sweep-temporary.ts'
import { hasAnyOfNet, hasNet, putNet, removeNet } from '../adapters/hooks/worktree-net.ts'
import { createOnce, readIfThere, writeWhole } from '../adapters/store/files.ts'
import { noteStandpoint } from '../adapters/store/noted.ts'
import { WingmanError } from '../errors.ts'
import { packageFile } from '../package.ts'
import { activate, rememberMade } from './activate.ts'
import { arrival } from './arrival.ts'
import { type Project, standpointOf } from './compose.ts'
import { hookedRepository } from './hooked-repository.ts'
import { inTheWay, type Leaving, leavingNow, moveOut, unheard } from './moving-house.ts'
import { beginToNotice } from './notice-bypasses.ts'
import { planAgents } from './plan-agents.ts'
import { planPrepare } from './plan-prepare.ts'
import { recordSharing } from './share-files.ts'
import { runtimeText } from './work/keep-runtime.ts'

export interface Wanted {
  /** Agents whose settings get a hook. */
  agents?: readonly string[]
  /** In the settings that are committed, for everybody. */
  team?: boolean | undefined
  /** Who is to run the hooks, where a person says so. */
  host?: string | undefined
  /** Whether package.json gets a `prepare` script. */
  prepare?: boolean | undefined
}

export interface InstallPlan extends Leaving {
  host: Host
  /** Named by the person, and remembered. */
  named: string | null
  changes: FileChange[]
  /** What runs after the files are written. */
  activation: Activation | null
  /** What becomes of the hooks of linked worktrees, where a manager makes its own in each. */
  net: 'put' | 'remove' | null
}

/** Every file that would be written, as data: shown by `--dry-run`, applied by `install`. */
export async function planInstall(project: Project, wanted: Wanted = {}): Promise<InstallPlan> {
  const repository = await hookedRepository(project)
  const host = await hostFor(project, repository, wanted.host)
  const hooks = await host.plan(repository)
  const settings = await planAgents(project, wanted.agents ?? [], { team: wanted.team ?? false })
  const activation = (await host.activation?.(repository)) ?? null
  const changes = await planPrepare(project, [...hooks, ...settings], wanted.prepare ?? false)
  await refuseUnsafe(project.paths, changes)
  const leaving = await leavingNow(project, changes)
  const net = await netFor(project, host)
  return { host, named: wanted.host ?? null, changes, activation, net, ...leaving }
}

async function netFor(project: Project, host: Host): Promise<InstallPlan['net']> {
  // Also where git itself is to run what husky leads it to.
  const place = await hooksPlace(project.door, project.paths).catch(() => null)
  if (host.isPerWorktree || place?.owner === 'husky') return (await hasNet(project)) ? null : 'put'
  return (await hasAnyOfNet(project)) ? 'remove' : null
}

/** Named now, or once before, or found. */
async function hostFor(
  { at }: Project,
  repository: HookedRepository,
  named: string | undefined,
): Promise<Host> {
  const remembered = (await readIfThere(at.host))?.trim() || null
  return chooseHost(repository, named ?? remembered)
}

type ToApply = Pick<InstallPlan, 'changes'> & Partial<InstallPlan>

/** Writes what is planned, and what the hooks need to find us; answers what was taken back. Doing it again changes nothing. */
export async function applyInstall(
  project: Project,
  { changes, activation = null, net = null, leaving = [], stale = [] }: ToApply,
): Promise<string[]> {
  const { at, paths, door } = project
  runtimeFor(paths.root) // first of all: without one, nothing is written
  await refuseHalf(project, changes)
  await sweepTemporary([
    at.shared,
    at.own,
    at.pushes,
    at.reportFolder,
    ...changes.map(({ path }) => dirname(path)),
  ])
  const ours = changes.filter(change => !change.isEdited)
  const [beside, elsewhere] = inTheWay(leaving, ours)
  const lines = await moveOut(project, beside)
  await forget(
    at.installed,
    stale.map(({ path }) => path),
  )
  await recordSharing(at, door)
  await remember(at.installed, ours)
  await rememberMade(project)
  await ignoreItself(at)
  for (const change of ours) await applyChange(change)
  if (activation) await activate(project, activation)
  if (net === 'put') await putNet(project)
  else if (net === 'remove') await removeNet(project)
  lines.push(...(await moveOut(project, elsewhere)), ...unheard(project, elsewhere))
  await recordRuntime(project)
  await beginToNotice(project)
  return lines
}

/** Where one of the files cannot be written, none is. */
export const refuseHalf = ({ at }: Project, changes: readonly FileChange[]): Promise<void> =>
  refuseReadOnly([
    at.installed,
    join(at.reportFolder, '.gitignore'),
    ...toDo(changes).map(({ path }) => path),
  ])

/** For the hooks' sh: this node, and the wingman that it is to start. */
export const recordRuntime = ({ at, paths }: Project): Promise<void> =>
  writeWhole(at.runtime, runtimeText(process.execPath, runtimeFor(paths.root)))

/** What hooks will start: the project's own wingman where there is one, else this one, if it is here to stay. */
export function runtimeFor(root: string): string {
  const own = join(root, 'node_modules', 'git-wingman', 'dist', 'hook.js')
  if (existsSync(own)) return own
  const hook = packageFile('dist', 'hook.js')
  if (CACHES.test(hook)) throw fromCache()
  return hook
}

// Of `npx`, `pnpm dlx`, `yarn dlx` and `bunx`.
const CACHES = /[\\/](_npx|dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/

export const toDo = (changes: readonly FileChange[]): FileChange[] => changes.filter(isToDo)

/** As `applyInstall`, by a person. Once: history from before is never asked for, and nobody moves that line later. */
export async function adopt(project: Project, plan: ToApply): Promise<string[]> {
  await refuseHalf(project, plan.changes)
  if (plan.named) await writeWhole(project.at.host, `${plan.named}\n`)
  const lines = await applyInstall(project, plan)
  const { adopted, asked } = project.at
  // From here on hooks tell of what moves.
  if (!existsSync(asked)) await noteStandpoint(project.at, await standpointOf(project.ports.git))
  if (!existsSync(adopted)) await createOnce(adopted, `${(await arrival(project)) ?? 'the beginning'}\n`)
  return lines
}

function fromCache(): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message:
      'This wingman runs out of a cache (npx, dlx), which is emptied at any time; hooks cannot rely on it. Nothing was written.',
    hint: 'Install it first: `npm install --save-dev git-wingman` (or `npm install --global git-wingman`), then `npx wingman init`.',
  })
}
