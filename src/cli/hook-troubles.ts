import { chmod } from 'node:fs/promises'
import { relative } from 'node:path'
import { type FileChange, isExecutable, isThere } from '../adapters/hooks/file-change.ts'
import { type HooksPlace, hooksPathSetting, hooksPlace } from '../adapters/hooks/hooks-path.ts'
import { hasRunners, isInstalled } from '../adapters/hooks/hosts/husky.ts'
import { hostsHere } from '../adapters/hooks/hosts/index.ts'
import { hookPath, stubMaker } from '../adapters/hooks/legacy.ts'
import { switchedOff } from '../adapters/hooks/switched-off.ts'
import { hasNet, putNet } from '../adapters/hooks/worktree-net.ts'
import { readAnyway } from '../adapters/store/files.ts'
import { activate } from './activate.ts'
import type { Project } from './compose.ts'
import type { Mend, Problem } from './doctor/check.ts'
import { hookedRepository } from './hooked-repository.ts'
import type { InstallPlan } from './install.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Why hooks do not run although their files are in order; each with the one command that repairs it. */
export type HookTrouble = Problem & { hint: string }

export async function hookTroubles(project: Project, plan: InstallPlan): Promise<HookTrouble[]> {
  return [
    ...(await pathToNowhere(project, plan)),
    ...noNet(project, plan),
    ...(await configSaysNo(project)),
    ...(await twoHosts(project, plan)),
    ...(await Promise.all(plan.changes.map(change => theirStubIsOff(project, change)))).flat(),
  ]
}

async function pathToNowhere(project: Project, plan: InstallPlan): Promise<HookTrouble[]> {
  const { door, paths } = project
  const setting = await hooksPathSetting(door)
  const place = await hooksPlace(door, paths).catch(() => null)
  if (place && (await isLookedInto(place, plan, setting !== null))) return []
  // husky was not run here, and ours start without it.
  if (place?.owner === 'husky' && paths.gitDir !== paths.commonDir && (await hasNet(project))) return []
  const isHusky = plan.host.name === 'husky'
  const what = isHusky
    ? 'husky was not run in this worktree, so no hook runs at all'
    : 'core.hooksPath leads to a folder that is not there, so no hook runs at all'
  const hint =
    isHusky && !isInstalled({ paths })
      ? 'Type `npm install && npx husky`.'
      : 'Type `wingman install`, which puts the hooks there.'
  return [{ what, where: setting?.value ?? null, hint, mend: mendBy(project, plan) }]
}

async function isLookedInto(
  { dir, owner }: HooksPlace,
  { host }: InstallPlan,
  isSet: boolean,
): Promise<boolean> {
  if (host.name === 'husky') return owner === 'husky' && (await hasRunners(dir))
  return owner === 'husky' ? hasRunners(dir) : !isSet || (await isThere(dir))
}

const mendBy = (project: Project, { activation }: InstallPlan): Mend | null =>
  activation && {
    how: `runs \`${activation.typed}\``,
    act: () => oneAtATime(project, () => activate(project, activation)),
  }

function noNet(project: Project, { net }: InstallPlan): HookTrouble[] {
  if (net !== 'put') return []
  return [
    {
      what: 'a worktree that is added would have no hooks until husky is run in it',
      where: null,
      hint: 'Type `wingman install`, which sees to it.',
      mend: { how: 'puts hooks for worktrees into the git directory', act: () => putNet(project) },
    },
  ]
}

async function configSaysNo({ door }: Project): Promise<HookTrouble[]> {
  return (await switchedOff(door)).map(({ hook, scope }) => ({
    what: `git's ${scope} config switches the ${hook} hooks off`,
    where: `hook.${hook}.enabled`,
    hint: `Type \`git config --${scope} --unset-all hook.${hook}.enabled\`.`,
  }))
}

/** Whoever named one has decided. */
async function twoHosts(project: Project, { host }: InstallPlan): Promise<HookTrouble[]> {
  if ((await readAnyway(project.at.host)) !== null) return []
  const names = (await hostsHere(await hookedRepository(project))).map(({ name }) => name)
  if (names.length < 2) return []
  return [
    {
      what: `${names.join(' and ')} are both set up here, and git runs the hooks of only one`,
      where: null,
      hint: `Say which one is to run ours, such as \`wingman install --host ${host.name}\`.`,
    },
  ]
}

/** Ours runs through theirs there, and falls with it. */
async function theirStubIsOff({ paths }: Project, { path }: FileChange): Promise<HookTrouble[]> {
  const theirs = hookPath(path)
  if (theirs === path || (await isExecutable(theirs)) || !(await isThere(theirs))) return []
  const maker = stubMaker((await readAnyway(theirs)) ?? '')
  const file = relative(paths.root, theirs)
  return [
    {
      what: `${maker ?? 'the'}'s stub is not executable, so git passes over it and over ours`,
      where: theirs,
      hint: `Type \`chmod +x ${file}\`.`,
      mend: { how: 'makes it executable', act: () => chmod(theirs, 0o755) },
    },
  ]
}
