import { join } from 'node:path'
import { WingmanError } from '../../errors.ts'
import {
  digestOf,
  type FileChange,
  isExecutable,
  isLink,
  isThere,
  plainChange,
  textAt,
} from './file-change.ts'
import type { HooksPlace } from './hooks-path.ts'
import type { Manifest } from './manifest.ts'
import {
  GIT_HOOKS,
  type GitHook,
  holdsOurs,
  hookScript,
  isOurScript,
  isShell,
  withBlock,
  withoutBlock,
} from './templates.ts'

/** A hook that was there before us keeps its bytes under this name, and runs first. */
const BEFORE = '.before-wingman'

export function planHooks(place: HooksPlace, known: Manifest): Promise<FileChange[]> {
  const hooks = Object.keys(GIT_HOOKS) as GitHook[]
  return Promise.all(
    hooks.map(async hook => {
      const change = await planHook(place, hook)
      const isOurs = change.before !== null && holdsOurs(change.before)
      return { ...change, hooks: [hook], holdsOurs: isOurs, isEdited: isEdited(change, known) }
    }),
  )
}

function isEdited({ path, before }: FileChange, known: Manifest): boolean {
  const entry = known.find(candidate => candidate.path === path)
  return entry !== undefined && before !== null && isOurScript(before) && digestOf(before) !== entry.after
}

async function planHook({ dir, owner }: HooksPlace, hook: GitHook): Promise<FileChange> {
  const path = join(dir, hook)
  if (owner === 'git') return planStub(path, hook)
  if (owner === 'husky') return planBlock(path, hook, '')
  return (await takesBlock(path)) ? planBlock(path, hook, '#!/bin/sh\n') : planStub(path, hook)
}

/** Only a shell script that git really runs can take our lines; anything else is kept whole beside our stub. */
async function takesBlock(path: string): Promise<boolean> {
  const text = await textAt(path)
  if (text === null) return !(await isThere(path))
  // In another encoding than ours the bytes would not survive being read and written as text.
  if (text.includes('\ufffd')) return false
  return isShell(text) && !isOurScript(text) && (await isExecutable(path)) && !(await isLink(path))
}

async function planStub(path: string, hook: GitHook): Promise<FileChange> {
  const before = await textAt(path)
  const kept = `${path}${BEFORE}`
  const stub = {
    ...plainChange(path, before, hookScript(GIT_HOOKS[hook])),
    original: null,
    executable: true,
    keptAt: (await isThere(kept)) ? kept : null,
  }
  if (!(await isThere(path)) || (before !== null && isOurScript(before))) return stub
  if (stub.keptAt !== null) throw bothThere(path, kept)
  const note = (await isExecutable(path))
    ? `your ${hook} hook is kept as ${hook}${BEFORE} and runs first`
    : `your ${hook} hook is kept as ${hook}${BEFORE}; it is not executable, so it stays off`
  return { ...stub, moveTo: kept, note }
}

async function planBlock(path: string, hook: GitHook, empty: string): Promise<FileChange> {
  const before = await textAt(path)
  const rest = withoutBlock(before ?? empty)
  return {
    ...plainChange(path, before, withBlock(before ?? empty, hook)),
    original: [empty, ''].includes(rest.replaceAll('\r\n', '\n')) ? null : rest,
    executable: before === null,
    note: before === null ? null : 'a marked block is added',
  }
}

function bothThere(path: string, moveTo: string): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${path} is not wingman's, and an older hook is already kept as ${moveTo}. Nothing was written.`,
    hint: 'Somebody put a hook over ours. Join the two by hand, or remove the one you do not need, then run this again.',
  })
}
