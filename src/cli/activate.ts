import { spawnSync } from 'node:child_process'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { textAt } from '../adapters/hooks/file-change.ts'
import { hooksPathSetting } from '../adapters/hooks/hooks-path.ts'
import type { Activation } from '../adapters/hooks/hosts/host.ts'
import { createOnce, readIfThere } from '../adapters/store/files.ts'
import { oneLine } from '../domain/plain-text.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/** Has a manager put its own stubs where git looks. If it fails, what was written stays, and the person is told what to type. */
export async function activate(project: Project, { command, typed, hooksPath }: Activation): Promise<void> {
  const { at, paths } = project
  const before = await localHooksPath(project)
  // Only what this changes is taken back one day.
  if (hooksPath && before !== hooksPath) await createOnce(at.activated, `${before ?? ''}\n${hooksPath}\n`)
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
