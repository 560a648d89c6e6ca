import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type FileChange, plainChange, remove, textAt } from '../../adapters/hooks/file-change.ts'
import { remember } from '../../adapters/hooks/manifest.ts'
import { readIfThere, writeWhole } from '../../adapters/store/files.ts'
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

/**
 * First of all: without it the config's import leads nowhere, and nothing else should have been written then. What the files
 * were like is noted before: after a kill the next run still knows what `uninstall` has to give back.
 */
export async function addDependency({ paths, at }: Project, command: string[] | null): Promise<void> {
  const begun = await readBegun(at.adding)
  if (!command && !begun) return
  const files = ['package.json', ...LOCKS].map(name => join(paths.root, name))
  const before = begun ?? (await Promise.all(files.map(textAt)))
  if (!begun) await writeWhole(at.adding, `${JSON.stringify(before)}\n`)
  const { status } = command ? run(paths.root, command) : { status: 0 }
  const after = await Promise.all(files.map(textAt))
  const changes = files.flatMap((file, at) => changeOf(file, before[at] ?? null, after[at] ?? null))
  if (status === 0) await remember(at.installed, changes)
  await remove(at.adding)
  if (status !== 0) throw failed(command ?? [])
}

function run(cwd: string, [program = '', ...args]: string[]) {
  return spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function readBegun(path: string): Promise<(string | null)[] | null> {
  try {
    const texts: unknown = JSON.parse((await readIfThere(path)) ?? 'null')
    return Array.isArray(texts) ? texts : null
  } catch {
    return null
  }
}

const failed = (command: string[]): WingmanError =>
  new WingmanError({
    code: 'E_INSTALL',
    message: `\`${command.join(' ')}\` failed, so nothing was set up.`,
    hint: 'Add git-wingman to your dev dependencies by hand, then run this again.',
  })

function changeOf(file: string, before: string | null, after: string | null): FileChange[] {
  return after === null || after === before ? [] : [plainChange(file, before, after)]
}
