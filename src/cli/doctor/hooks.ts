import { basename, dirname, relative } from 'node:path'
import { type FileChange, isExecutable, isNoop, textAt } from '../../adapters/hooks/file-change.ts'
import type { Activation } from '../../adapters/hooks/hosts/host.ts'
import { type Manifest, readManifest } from '../../adapters/hooks/manifest.ts'
import { GIT_HOOKS, holdsOurs } from '../../adapters/hooks/templates.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import type { Project } from '../compose.ts'
import { applyInstall, planInstall } from '../install.ts'
import type { Check, Problem } from './check.ts'

export const hooksCheck: Check = {
  name: 'hooks',
  async look(project) {
    try {
      const known = await readManifest(project.at.installed)
      const { host, changes, activation } = await planInstall(project)
      const looked = await Promise.all(changes.map(change => lookAt(project, change)))
      const asleep = activation ? [notActive(project, host.name, activation)] : []
      return [...looked.flat(), ...asleep, ...(await elsewhere(project, changes, known))]
    } catch (error) {
      if (!(error instanceof WingmanError)) throw error
      const what = `the hooks cannot be put where git looks for them [${error.code}]`
      return [{ what, where: null, detail: sentenceOf(error), hint: error.hint ?? null }]
    }
  },
}

async function lookAt(project: Project, change: FileChange): Promise<Problem[]> {
  const what = nameOf(change)
  const where = change.path
  const how = `writes it as \`wingman install\` does${change.moveTo ? '; what is there is kept, and runs first' : ''}`
  const mend = { how, act: () => applyInstall(project, [change]) }
  if (change.isEdited) return [{ what: `${what} was edited since it was installed`, where, hint: EDITED }]
  if (!isNoop(change)) return [{ what: `${what} ${whatIsWrong(change)}`, where, mend }]
  return change.executable && !(await isExecutable(where))
    ? [{ what: `${what} is not executable, so git passes over it`, where, mend }]
    : []
}

const notActive = (project: Project, name: string, activation: Activation): Problem => ({
  what: `${name} has not put its hooks where git looks`,
  where: null,
  mend: { how: `runs \`${activation.typed}\``, act: () => applyInstall(project, [], activation) },
})

/** By its hook, or by the file where several hooks come through one. */
function nameOf({ hooks, path }: FileChange): string {
  return hooks.length === 1 ? `the ${hooks[0]} hook` : `our part of ${basename(path)}`
}

function whatIsWrong({ before, moveTo, hooks, holdsOurs }: FileChange): string {
  if ((before === null && moveTo === null) || (!holdsOurs && hooks.length > 1)) return 'is missing'
  if (!holdsOurs) return 'there is not ours, so wingman is not asked'
  // Ours stands in a file of theirs, which is only moved away when git does not run it.
  return moveTo === null ? 'is not what this version writes' : 'is not executable, so git passes over it'
}

const EDITED = 'It was left alone. To have it written anew, delete it and type `wingman install`.'

/** Written once, and no longer where hooks are looked for. */
async function elsewhere(
  { paths }: Project,
  changes: readonly FileChange[],
  known: Manifest,
): Promise<Problem[]> {
  const planned = new Set(changes.map(({ path }) => path))
  const old = known.filter(({ path }) => basename(path) in GIT_HOOKS && !planned.has(path))
  // A manager's own stub may stand there by now.
  const texts = await Promise.all(old.map(({ path }) => textAt(path)))
  const lost = old.filter((_, at) => holdsOurs(texts[at] ?? ''))
  const now = changes.find(({ hooks }) => hooks.length > 0)?.path ?? paths.root
  return lost.map(({ path }) => ({
    what: `a ${basename(path)} hook of ours lies where git no longer looks`,
    where: path,
    hint: `Hooks come from ${relative(paths.root, dirname(now)) || dirname(now)} now. Take the old ones back with \`wingman uninstall\`, then type \`wingman install\`.`,
  }))
}
