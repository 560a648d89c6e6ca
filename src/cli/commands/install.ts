import { relative } from 'node:path'
import { locate } from '../../adapters/git/locate.ts'
import { type FileChange, isExecutable, isNoop } from '../../adapters/hooks/file-change.ts'
import { WingmanError } from '../../errors.ts'
import { namesIn, whatAgentsAsk } from '../agents/named-agents.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { repairEdited, whatWasEdited } from '../edited-hooks.ts'
import { EXIT } from '../exit-codes.ts'
import { here } from '../here.ts'
import { adopt, type InstallPlan, planInstall, toDo } from '../install.ts'
import { paint, print, printJson } from '../io.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { typable } from '../typable.ts'

export interface InstallOptions {
  agents?: string
  team?: boolean
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
    if (!isLifecycle()) throw error
    print([error.message, error.hint].filter(Boolean).join('\n  '))
    return EXIT.fine
  }
}

async function installHooks(options: InstallOptions): Promise<number> {
  const project = openProject()
  const { host, prepare, team, dryRun, json } = options
  const agents = namesIn(options.agents)
  const planned = () => planInstall(project, { agents, team, host, prepare })
  if (dryRun) return show(project, await planned(), json)
  const { plan, off, moved } = await oneAtATime(project, async () => {
    const plan = await planned()
    const off = await passedOver(plan)
    return { plan, off, moved: await adopt(project, plan) }
  })
  const files = toDo(plan.changes).map(change => named(project, change))
  const ran = plan.activation ? [`ran ${plan.activation.typed}`] : []
  const net = plan.net === 'put' ? [`put ${NET}`] : []
  const lines = [
    ...files.map(({ file, note }) => `wrote ${file}${note ? `  (${note})` : ''}`),
    ...off.map(change => `made ${named(project, change).file} executable`),
    ...ran,
    ...net,
    ...moved,
  ]
  const left = leftAlone(project, plan)
  if (!isLifecycle()) lines.push(...left)
  if (files.length > 0) lines.push(...whatAgentsAsk(agents))
  if (json) printJson({ version: 1, dryRun: false, files, ran, moved, left })
  else if (lines.length > 0) print(lines.join('\n'))
  else if (!isLifecycle()) print(IN_PLACE)
  return EXIT.fine
}

/** Right but for the run bit, which they get. */
async function passedOver({ changes }: InstallPlan): Promise<FileChange[]> {
  const right = changes.filter(change => change.executable && isNoop(change) && !change.isEdited)
  const runs = await Promise.all(right.map(({ path }) => isExecutable(path)))
  return right.filter((_, at) => !runs[at])
}

/** It is not ours to write over, and the person may believe that it works. */
const leftAlone = (project: Project, { changes }: InstallPlan): string[] =>
  changes
    .filter(({ isEdited }) => isEdited)
    .map(change => {
      const repair = typable(repairEdited(project.paths.root, change), commandOf(project))
      return `left ${named(project, change).file}: ${whatWasEdited(change)}. ${repair}`
    })

const NET = 'the hooks of worktrees in the git directory: a new one has them without husky'

const isLifecycle = (): boolean =>
  ['prepare', 'preinstall', 'install', 'postinstall'].includes(process.env.npm_lifecycle_event ?? '')

const IN_PLACE = 'Nothing to do: the hooks are in place.'

const named = ({ paths }: Project, { path, note }: FileChange) => ({ file: relative(paths.root, path), note })

/** What would be done, file by file, and each as a diff. */
async function show(project: Project, plan: InstallPlan, json: boolean | undefined): Promise<number> {
  const { root } = project.paths
  const { changeTexts, showChanges } = await import('../show-changes.ts')
  const changes = toDo(plan.changes)
  const runs = plan.activation ? [plan.activation.typed] : []
  if (json) {
    const files = changes.map(change => ({ ...named(project, change), ...changeTexts(root, change) }))
    printJson({ version: 1, dryRun: true, files, runs })
  } else {
    const lines = [
      ...changes.map(change => named(project, change)).map(wouldWrite),
      ...runs.map(typed => `would run ${typed}`),
      ...(plan.net === 'put' ? [`would put ${NET}`] : []),
      ...plan.leaving.map(({ path }) => `would take back ${relative(root, path)}`),
      ...leftAlone(project, plan),
    ]
    print(lines.join('\n') || IN_PLACE)
    if (changes.length > 0) print(`\n${showChanges(root, changes, paint())}`)
  }
  return EXIT.fine
}

const wouldWrite = ({ file, note }: ReturnType<typeof named>): string =>
  `would write ${file}${note ? `  (${note})` : ''}`

/** Who runs this by hand is told why nothing was done; npm's reader has not asked. */
function note(json: boolean | undefined, text: string): number {
  if (json) printJson({ version: 1, files: [], note: text })
  else if (!isLifecycle()) print(text)
  return EXIT.fine
}
