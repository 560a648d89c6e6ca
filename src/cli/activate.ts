import { spawnSync } from 'node:child_process'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isNoop, plainChange, textAt } from '../adapters/hooks/file-change.ts'
import { hooksPathSetting } from '../adapters/hooks/hooks-path.ts'
import type { Activation } from '../adapters/hooks/hosts/host.ts'
import { remember } from '../adapters/hooks/manifest.ts'
import { isOurScript } from '../adapters/hooks/templates.ts'
import { createOnce, readIfThere, writeWhole } from '../adapters/store/files.ts'
import { oneLine } from '../domain/plain-text.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/** Has a manager put its own stubs where git looks: by our doing, so that what was there before them is given back one day. */
export async function activate(project: Project, activation: Activation): Promise<void> {
  const { at } = project
  const { hooksPath, makes = [] } = activation
  const path = await localHooksPath(project)
  // Only what this changes is taken back.
  if (hooksPath && path !== hooksPath) await createOnce(at.activated, `${path ?? ''}\n${hooksPath}\n`)
  // Ours would be kept by the manager as somebody's old hook.
  for (const file of makes) if (isOurScript((await textAt(file)) ?? '')) await rm(file)
  const before = await Promise.all(makes.map(textAt))
  await writeWhole(at.activating, `${JSON.stringify(makes.map((file, nth) => [file, before[nth]]))}\n`)
  run(project, activation)
  await rememberMade(project)
}

/** What was there is noted before a manager writes: after a kill, whatever comes next still knows what has to be given back. */
export async function rememberMade({ at }: Pick<Project, 'at'>): Promise<void> {
  const begun = await readBegun(at.activating)
  const after = await Promise.all(begun.map(([file]) => textAt(file)))
  const made = begun.map(([file, before], nth) => plainChange(file, before, after[nth] ?? ''))
  const changes = made.filter((change, nth) => after[nth] !== null && !isNoop(change))
  if (changes.length > 0) await remember(at.installed, changes, { isManagers: true })
  await rm(at.activating, { force: true })
}

async function readBegun(path: string): Promise<[file: string, before: string | null][]> {
  try {
    const begun: unknown = JSON.parse((await readIfThere(path)) ?? '[]')
    return Array.isArray(begun) ? begun : []
  } catch {
    return []
  }
}

/** If it fails, what was written stays, and the person is told what to type. */
function run({ paths }: Project, { command, typed }: Activation): void {
  const [program = '', ...args] = command
  const { status, stderr, error } = spawnSync(program, args, {
    cwd: paths.root,
    encoding: 'utf8',
    env: unhooked(),
  })
  if (status === 0) return
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `\`${typed}\` failed, so git does not run the hooks yet: ${oneLine(error?.message ?? stderr)}`,
    hint: `Type \`${typed}\` to see what is wrong, then \`wingman install\` again.`,
  })
}

/** What a hook was told of its repository must not steer a manager's own calls of git. */
const unhooked = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))

/** Leads git back to where it looked before us, unless somebody has hooks of their own there by now. */
export async function deactivate(project: Project): Promise<string[]> {
  const [before = '', after = ''] = ((await readIfThere(project.at.activated)) ?? '').split('\n')
  if (after === '' || (await localHooksPath(project)) !== after) return []
  const folder = resolve(project.paths.root, after)
  const beside = await readdir(dirname(folder)).catch(() => [])
  if (beside.some(name => name !== basename(folder))) return []
  const setting = before === '' ? ['--unset', 'core.hooksPath'] : ['core.hooksPath', before]
  await project.door.change(['config', '--local', ...setting], { whose: 'theirs' })
  // Hidden from git as a whole: made by the manager, and nothing of the project's.
  if ((await textAt(join(folder, '.gitignore')))?.trim() === '*') await rm(folder, { recursive: true })
  await rmdir(dirname(folder)).catch(() => {})
  return [`set core.hooksPath back, which led to ${after}`]
}

async function localHooksPath({ door }: Project): Promise<string | null> {
  const setting = await hooksPathSetting(door)
  return setting?.scope === 'local' ? setting.value : null
}
