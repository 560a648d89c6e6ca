import { spawnSync } from 'node:child_process'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isNoop, plainChange, textAt } from '../adapters/hooks/file-change.ts'
import { hooksPathSetting } from '../adapters/hooks/hooks-path.ts'
import type { Activation } from '../adapters/hooks/hosts/host.ts'
import { remember } from '../adapters/hooks/manifest.ts'
import { isOurScript } from '../adapters/hooks/templates.ts'
import { createOnce, readIfThere } from '../adapters/store/files.ts'
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
  run(project, activation)
  const after = await Promise.all(makes.map(textAt))
  const made = makes.map((file, nth) => plainChange(file, before[nth] ?? null, after[nth] ?? ''))
  await remember(
    at.installed,
    made.filter((change, nth) => after[nth] !== null && !isNoop(change)),
    { isManagers: true },
  )
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
