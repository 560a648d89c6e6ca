import { join } from 'node:path'
import { digestOf, textAt } from './file-change.ts'
import { isEditedScript } from './known-texts.ts'
import { isKept, keptPlace, LEGACY } from './legacy.ts'
import { EDITED, type Manifest } from './manifest.ts'
import { GIT_HOOKS, isOurScript } from './templates.ts'

/** lefthook sets a hook aside under this name, and gives it its place back when it goes itself. */
const OLD = '.old'

/** Our stubs in a folder, known by their marks, wherever an install of today would put them. */
export async function ourStubs(dir: string): Promise<Manifest> {
  const names = Object.keys(GIT_HOOKS).flatMap(hook => [hook, `${hook}${LEGACY}`, `${hook}${OLD}`])
  const found = await Promise.all(names.map(name => entryAt(join(dir, name))))
  return found.flat()
}

async function entryAt(path: string): Promise<Manifest> {
  const text = await textAt(path).catch(() => null)
  if (text === null || !isOurScript(text)) return []
  const movedTo = (await isKept(path)) ? keptPlace(path) : null
  return [
    { path, before: null, movedTo, after: isEditedScript(text) ? EDITED : digestOf(text), madeFolder: false },
  ]
}
