import { relative } from 'node:path'
import { locate } from '../../adapters/git/locate.ts'
import { WingmanError } from '../../errors.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { fail } from '../fail.ts'
import { here } from '../here.ts'
import { adopt, planInstall, refuseHalf, toDo } from '../install.ts'
import { print, printJson } from '../io.ts'

export interface InstallOptions {
  agents?: string
  host?: string
  prepare?: boolean
  dryRun?: boolean
  force?: boolean
  json?: boolean
}

/** `wingman install`: the hooks, and nothing else. Made for the `prepare` script: quiet where there is nothing to do. */
export async function install(options: InstallOptions): Promise<number> {
  const { force, json } = options
  if (process.env.CI && !force)
    return note(json, 'In CI no hooks are installed (use --force to do it anyway).')
  if (!locate(here())) return note(json, 'No git working tree here, so no hooks were installed.')
  try {
    return await installHooks(options)
  } catch (error) {
    if (!(error instanceof WingmanError)) throw error
    if (error.code === 'E_NO_GIT') return note(json, 'No git on PATH, so no hooks were installed.')
    // A setting of theirs, such as a hooks path for all repositories, must not break anybody's `npm install`.
    if (process.env.npm_lifecycle_event !== 'prepare') throw error
    fail(error)
    return EXIT.fine
  }
}

async function installHooks({ agents = '', host, prepare, dryRun, json }: InstallOptions): Promise<number> {
  const project = openProject()
  const names = agents
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  const plan = await planInstall(project, { agents: names, host, prepare })
  const files = toDo(plan.changes).map(({ path, note }) => ({
    file: relative(project.paths.root, path),
    note,
  }))
  if (!dryRun) await refuseHalf(project, plan.changes)
  const leaving = plan.leaving.map(({ path }) => `would take back ${relative(project.paths.root, path)}`)
  const moved = dryRun ? leaving : await adopt(project, plan)
  const ran = plan.activation ? [`${dryRun ? 'would run' : 'ran'} ${plan.activation.typed}`] : []
  if (json) printJson({ version: 1, dryRun: dryRun ?? false, files, ran, moved })
  else if (files.length + ran.length + moved.length === 0) {
    if (process.env.npm_lifecycle_event !== 'prepare') print('Nothing to do: the hooks are in place.')
  } else {
    for (const { file, note } of files)
      print(`${dryRun ? 'would write' : 'wrote'} ${file}${note ? `  (${note})` : ''}`)
    for (const line of [...ran, ...moved]) print(line)
  }
  return EXIT.fine
}

function note(json: boolean | undefined, text: string): number {
  if (json) printJson({ version: 1, files: [], note: text })
  else print(text)
  return EXIT.fine
}
