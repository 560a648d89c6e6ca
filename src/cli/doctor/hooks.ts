import { basename } from 'node:path'
import { type FileChange, isExecutable, isNoop } from '../../adapters/hooks/file-change.ts'
import type { Activation } from '../../adapters/hooks/hosts/host.ts'
import { hookPath } from '../../adapters/hooks/legacy.ts'
import { GIT_HOOKS } from '../../adapters/hooks/templates.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import type { Project } from '../compose.ts'
import { repairEdited, whatWasEdited } from '../edited-hooks.ts'
import { hookTroubles } from '../hook-troubles.ts'
import { applyInstall, type InstallPlan, planInstall } from '../install.ts'
import { moveOut } from '../moving-house.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Check, Problem } from './check.ts'

export const hooksCheck: Check = {
  name: 'hooks',
  async look(project) {
    try {
      const plan = await planInstall(project)
      const looked = await Promise.all(plan.changes.map(change => lookAt(project, change)))
      const asleep = plan.activation?.makes ? [notActive(project, plan.host.name, plan.activation)] : []
      return [
        ...leftBehind(project, plan),
        ...looked.flat(),
        ...asleep,
        ...(await hookTroubles(project, plan)),
      ]
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
  const mend = { how, act: () => oneAtATime(project, () => applyInstall(project, { changes: [change] })) }
  if (change.isEdited)
    return [{ what: whatWasEdited(change), where, hint: `${repairEdited(project.paths.root, change)}.` }]
  if (!isNoop(change)) return [{ what: `${what} ${whatIsWrong(change)}`, where, mend }]
  return change.executable && !(await isExecutable(where))
    ? [{ what: `${what} is not executable, so git passes over it`, where, mend }]
    : []
}

const notActive = (project: Project, name: string, activation: Activation): Problem => ({
  what: `${name} has not put its hooks where git looks`,
  where: null,
  mend: {
    how: `runs \`${activation.typed}\``,
    act: () => oneAtATime(project, () => applyInstall(project, { changes: [], activation })),
  },
})

/** By its hook, or by the file where several hooks come through one. */
function nameOf({ hooks, path }: Pick<FileChange, 'hooks' | 'path'>, article = 'the'): string {
  const name = basename(hookPath(path))
  if (hooks.length === 1) return `${article} ${hooks[0]} hook`
  return name in GIT_HOOKS ? `${article} ${name} hook of ours` : `our part of ${name}`
}

function whatIsWrong({ before, moveTo, hooks, holdsOurs }: FileChange): string {
  if ((before === null && moveTo === null) || (!holdsOurs && hooks.length !== 1)) return 'is missing'
  if (!holdsOurs) return 'there is not ours, so wingman is not asked'
  // Ours stands in a file of theirs, which is only moved away when git does not run it.
  return moveTo === null ? 'is not what this version writes' : 'is not executable, so git passes over it'
}

/** Written once, and no longer where hooks are run from. Taken back first: it may stand where something else goes. */
const leftBehind = (project: Project, { leaving }: InstallPlan): Problem[] =>
  leaving.map(entry => ({
    what: `${nameOf({ path: entry.path, hooks: [] }, 'a')} lies where git no longer looks`,
    where: entry.path,
    hint: 'Type `wingman install`, which takes it back.',
    mend: {
      how: 'takes it back, and restores what was there before',
      act: () => oneAtATime(project, () => moveOut(project, [entry])),
    },
  }))
