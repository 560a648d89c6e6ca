import { join } from 'node:path'
import { type FileChange, plainChange, textAt } from '../adapters/hooks/file-change.ts'
import { hasPrepare, withoutPrepare, withPrepare } from '../adapters/hooks/prepare-script.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/**
 * The same changes with a `prepare` script in package.json: on request, and where it is already, so that `uninstall` knows of
 * it. A manager may keep its config in the same file: then it is one change.
 */
export async function planPrepare(
  { paths }: Pick<Project, 'paths'>,
  changes: readonly FileChange[],
  isWanted: boolean,
): Promise<FileChange[]> {
  const path = join(paths.root, 'package.json')
  const before = await textAt(path)
  if (before === null && !isWanted) return [...changes]
  if (before === null || !isObject(before)) return isWanted ? refuse(before) : [...changes]
  if (!isWanted && !hasPrepare(before)) return [...changes]
  const known = changes.find(change => change.path === path) ?? plainChange(path, before, before)
  const others = changes.filter(change => change !== known)
  return [...others, withScript(known)]
}

function withScript(change: FileChange): FileChange {
  const after = withPrepare(change.after)
  const added =
    after === change.after ? null : '`prepare` installs the hooks for whoever installs the project'
  const notes = [change.before === change.after ? null : change.note, added].filter(Boolean)
  return {
    ...change,
    after,
    original: withoutPrepare(change.original ?? ''),
    note: notes.join('; ') || null,
    holdsOurs: change.holdsOurs || withoutPrepare(change.before ?? '') !== change.before,
  }
}

function isObject(text: string): boolean {
  try {
    const { scripts = {} } = JSON.parse(text)
    const { prepare = '' } = scripts
    return typeof prepare === 'string' && !Array.isArray(scripts)
  } catch {
    return false
  }
}

function refuse(text: string | null): never {
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `${text === null ? 'There is no package.json here' : 'package.json is not one that we can add to'}, so no \`prepare\` script was written. Nothing was written.`,
    hint: 'Run this without --prepare: each clone then needs one `wingman install`.',
  })
}
