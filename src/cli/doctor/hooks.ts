import { basename, dirname, relative } from 'node:path'
import { digestOf, type FileChange, isExecutable, isNoop } from '../../adapters/hooks/file-change.ts'
import { type HooksPlace, hooksPlace } from '../../adapters/hooks/hooks-path.ts'
import { type Manifest, readManifest } from '../../adapters/hooks/manifest.ts'
import { planHooks } from '../../adapters/hooks/plan-hooks.ts'
import { GIT_HOOKS, holdsOurs, isOurScript } from '../../adapters/hooks/templates.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import type { Project } from '../compose.ts'
import { applyInstall } from '../install.ts'
import type { Check, Problem } from './check.ts'

export const hooksCheck: Check = {
  name: 'hooks',
  async look(project) {
    const known = await readManifest(project.at.installed)
    try {
      const place = await hooksPlace(project.door, project.paths)
      const changes = await planHooks(place)
      const looked = await Promise.all(changes.map(change => lookAt(project, change, known)))
      return [...looked.flat(), ...elsewhere(project, place, known)]
    } catch (error) {
      if (!(error instanceof WingmanError)) throw error
      const what = `the hooks cannot be put where git looks for them [${error.code}]`
      return [{ what, where: null, detail: sentenceOf(error), hint: error.hint ?? null }]
    }
  },
}

async function lookAt(project: Project, change: FileChange, known: Manifest): Promise<Problem[]> {
  const hook = basename(change.path)
  const where = change.path
  const how = `writes it as \`wingman install\` does${change.moveTo ? '; what is there is kept, and runs first' : ''}`
  const mend = { how, act: () => applyInstall(project, [change]) }
  if (isNoop(change))
    return change.executable && !(await isExecutable(where))
      ? [{ what: `the ${hook} hook is not executable, so git passes over it`, where, mend }]
      : []
  if (isEdited(change, known))
    return [{ what: `the ${hook} hook was edited since it was installed`, where, hint: EDITED }]
  return [{ what: `the ${hook} hook ${whatIsWrong(change)}`, where, mend }]
}

function whatIsWrong({ before, moveTo }: FileChange): string {
  if (before === null && moveTo === null) return 'is missing'
  if (before === null || !holdsOurs(before)) return 'there is not ours, so wingman is not asked'
  // Ours stands in a file of theirs, which is only moved away when git does not run it.
  return moveTo === null ? 'is not what this version writes' : 'is not executable, so git passes over it'
}

const EDITED = 'It was left alone. To have it written anew, delete it and type `wingman install`.'

const isEdited = ({ path, before }: FileChange, known: Manifest): boolean => {
  const entry = known.find(candidate => candidate.path === path)
  return entry !== undefined && before !== null && isOurScript(before) && digestOf(before) !== entry.after
}

/** Written once, and git looks in another folder since. */
function elsewhere({ paths }: Project, { dir }: HooksPlace, known: Manifest): Problem[] {
  const lost = known.filter(({ path }) => basename(path) in GIT_HOOKS && dirname(path) !== dir)
  return lost.map(({ path }) => ({
    what: `a ${basename(path)} hook of ours lies where git no longer looks`,
    where: path,
    hint: `git looks in ${relative(paths.root, dir) || dir} now. Take the old ones back with \`wingman uninstall\`, then type \`wingman install\`.`,
  }))
}
