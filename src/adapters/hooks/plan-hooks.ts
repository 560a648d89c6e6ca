import { basename, join } from 'node:path'
import { WingmanError } from '../../errors.ts'
import {
  digestOf,
  type FileChange,
  isExecutable,
  isLink,
  isLossy,
  isThere,
  plainChange,
  textAt,
} from './file-change.ts'
import type { HooksPlace } from './hooks-path.ts'
import { isEditedScript } from './known-texts.ts'
import { hookPath, isKept, keptPlace, stubMaker, stubPlace } from './legacy.ts'
import type { Manifest } from './manifest.ts'
import {
  ALL_HOOKS,
  GIT_HOOKS,
  type GitHook,
  holdsOurs,
  hookScript,
  isOurScript,
  isShell,
  withBlock,
  withoutBlock,
} from './templates.ts'

export function planHooks(
  place: HooksPlace,
  known: Manifest,
  hooks: readonly GitHook[] = ALL_HOOKS,
): Promise<FileChange[]> {
  return Promise.all(
    hooks.map(async hook => {
      const change = await planHook(place, hook)
      const isOurs = change.before !== null && holdsOurs(change.before)
      return { ...change, hooks: [hook], holdsOurs: isOurs, isEdited: isEdited(change, known) }
    }),
  )
}

/** As another version wrote it, it is known by its text or by what that version has noted. */
function isEdited({ path, before }: FileChange, known: Manifest): boolean {
  if (before === null || !isEditedScript(before)) return false
  // pre-commit may have moved it since.
  const entry = [path, hookPath(path)].flatMap(name => known.filter(candidate => candidate.path === name))[0]
  return digestOf(before) !== entry?.after
}

async function planHook({ dir, owner }: HooksPlace, hook: GitHook): Promise<FileChange> {
  const path = join(dir, hook)
  if (owner === 'git') return planStub(await stubPlace(path), hook)
  if (owner === 'husky') return planBlock(path, hook, '')
  return (await takesBlock(path)) ? planBlock(path, hook, '#!/bin/sh\n') : planStub(path, hook)
}

/** Only a shell script that git really runs can take our lines; anything else is kept whole beside our stub. */
async function takesBlock(path: string): Promise<boolean> {
  const text = await textAt(path)
  if (text === null) return !(await isThere(path))
  // In another encoding than ours the bytes would not survive being read and written as text.
  if (isLossy(text) || !isShell(text) || isOurScript(text) || (await isLink(path))) return false
  // With our lines in it, it ran once: it is to run again, and not to stay off.
  return holdsOurs(text) || isExecutable(path)
}

async function planStub(path: string, hook: GitHook): Promise<FileChange> {
  const before = await textAt(path)
  const kept = keptPlace(path)
  const stub = {
    ...plainChange(path, before, hookScript(GIT_HOOKS[hook])),
    original: null,
    executable: true,
    keptAt: (await isKept(path)) ? kept : null,
  }
  if (!(await isThere(path)) || (before !== null && isOurScript(before))) return stub
  if (stub.keptAt !== null) throw bothThere(path, kept)
  return { ...stub, moveTo: kept, note: await keptNote(path, hook) }
}

async function keptNote(path: string, hook: GitHook): Promise<string> {
  const as = `is kept as ${basename(keptPlace(path))}`
  const maker = stubMaker((await textAt(path)) ?? '')
  if (maker) return `a second stub, ${maker}'s, ${as} and stays off: two of them start each other`
  return (await isExecutable(path))
    ? `your ${hook} hook ${as} and runs first`
    : `your ${hook} hook ${as}; it is not executable, so it stays off`
}

async function planBlock(path: string, hook: GitHook, empty: string): Promise<FileChange> {
  const before = await textAt(path)
  const rest = withoutBlock(before ?? empty)
  const isGits = empty !== ''
  return {
    ...plainChange(path, before, withBlock(before ?? empty, hook)),
    // A file of ours with nothing else in it goes; one of theirs, however short, is theirs.
    original: before !== rest && [empty, ''].includes(rest.replaceAll('\r\n', '\n')) ? null : rest,
    // husky starts its files by itself; git passes over those that are not executable.
    executable: before === null || isGits,
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
