import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type FileChange, plainChange, textAt } from '../../adapters/hooks/file-change.ts'
import { remember } from '../../adapters/hooks/manifest.ts'
import { WingmanError } from '../../errors.ts'
import type { Project } from '../compose.ts'
import { type Facts, LOCKS } from './facts.ts'

/** The command that makes the config's import resolve; null where it does, or where there is no package.json. */
export function dependencyCommand(
  { packageManager, isDependency }: Facts,
  { ports }: Project,
): string[] | null {
  if (!packageManager || isDependency) return null
  const spec = `git-wingman@^${ports.version}`
  return packageManager === 'npm'
    ? ['npm', 'install', '--save-dev', spec]
    : [packageManager, 'add', '--dev', spec]
}

/** First of all: without it the config's import leads nowhere, and nothing else should have been written then. */
export async function addDependency({ paths, at }: Project, command: string[] | null): Promise<void> {
  const [program, ...args] = command ?? []
  if (!program) return
  const files = ['package.json', ...LOCKS].map(name => join(paths.root, name))
  const before = await Promise.all(files.map(textAt))
  const { status } = spawnSync(program, args, { cwd: paths.root, stdio: ['ignore', 'ignore', 'inherit'] })
  const after = await Promise.all(files.map(textAt))
  const changes = files.flatMap((file, at) => changeOf(file, before[at] ?? null, after[at] ?? null))
  if (status === 0) return remember(at.installed, changes)
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `\`${[program, ...args].join(' ')}\` failed, so nothing was set up.`,
    hint: 'Add git-wingman to your dev dependencies by hand, then run this again.',
  })
}

function changeOf(file: string, before: string | null, after: string | null): FileChange[] {
  return after === null || after === before ? [] : [plainChange(file, before, after)]
}
