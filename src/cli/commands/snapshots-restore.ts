import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { KnownGhost } from '../../adapters/git/read-ghosts.ts'
import { type Restored, restore } from '../../adapters/git/restore.ts'
import { acquire, type Lock } from '../../adapters/store/lock.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { short } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { count } from '../../messages.ts'
import type { Ghost } from '../../ports.ts'
import { callingSession } from '../caller.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findGhost, lookInto } from '../find-ghost.ts'
import { whereFrom } from '../ghost-words.ts'
import { here } from '../here.ts'
import { print, printJson } from '../io.ts'
import { wakeWorker } from '../wait-for-review.ts'

/** `wingman snapshots restore <id>`: the working tree as it was then; HEAD, the branches and the index stay. */
export async function snapshotsRestore(name: string, { json }: { json?: boolean }): Promise<number> {
  const project = openProject()
  const ghost = await findGhost(project, name)
  await lookInto(ghost, () => project.door.bytes(['ls-tree', '-r', '-d', '-z', '--name-only', ghost.tree]))
  const lock = await takeLock(project)
  try {
    const restored = await restoreHere(project, ghost, json ?? false)
    const { undo, files, submodules, leftOut } = restored
    if (json)
      printJson({
        version: 1,
        restored: ghost.id,
        files,
        submodules,
        leftOut,
        undo: undo && { id: undo.id, command: undoCommand(project, undo) },
      })
    else print(report(project, ghost, restored, await project.ports.git.symbolic('HEAD')))
    return EXIT.fine
  } finally {
    await lock.release()
    // A worker that came meanwhile found us at work, and left its request to whatever runs next.
    await wakeWorker(project)
  }
}

function restoreHere(project: Project, ghost: KnownGhost, json: boolean): Promise<Restored> {
  const { door: git, paths, ports } = project
  const { clock, epoch } = ports
  return restore({
    git,
    paths,
    cwd: here(),
    wanted: ghost.tree,
    reason: { trigger: 'restore', at: clock.now(), session: callingSession(), epoch: () => epoch.observe() },
    onUndo: undo => {
      if (!json) print(`What is here now is snapshot ${undo.id}. To undo: ${undoCommand(project, undo)}`)
    },
  })
}

const undoCommand = (project: Project, { id }: Ghost): string =>
  `${commandOf(project)} snapshots restore ${id}`

/** A review or a fix at work here would have the tree change under it. */
async function takeLock({ at }: Project): Promise<Lock> {
  const lock = await acquire(at.lock, 'snapshots restore')
  if ('fence' in lock) return lock
  throw new WingmanError({
    code: 'E_BUSY',
    kind: 'undecided',
    message: `Process ${lock.holder.pid} on ${oneLine(lock.holder.host)} is at work in this worktree.`,
    hint: 'Nothing was changed. Wait for it to end (`wingman status` tells), then try again.',
  })
}

function report(
  { paths }: Project,
  ghost: KnownGhost,
  { files, submodules, leftOut }: Restored,
  branch: string | null,
): string {
  const lines = [
    files === 0
      ? `Nothing was changed: the working tree is what ${oneLine(ghost.id)} has.`
      : `Restored ${oneLine(ghost.id)}: ${count(files, 'file')} changed. HEAD and what is staged are as they were.`,
    ...takenElsewhere(ghost, { worktree: paths.root, branch }),
  ]
  for (const path of leftOut) lines.push(`${oneLine(path)} is a repository of its own and was left alone.`)
  for (const { path, commit } of submodules)
    lines.push(
      `The submodule ${oneLine(path)} was left alone; the snapshot has ${commit ? `it at ${short(commit)}` : 'none there'}.`,
    )
  const under = UNDER_WAY.find(({ file }) => existsSync(join(paths.gitDir, file)))
  if (under) lines.push(`The ${under.what} that is under way is where it was.`)
  return lines.join('\n')
}

/** Work from another place is easily taken for work of this one. */
function takenElsewhere(ghost: KnownGhost, here: { worktree: string; branch: string | null }): string[] {
  const { note } = ghost
  if (!note) return []
  const places = [
    ...(note.branch === here.branch ? [] : [`on ${whereFrom(ghost)}`]),
    ...(note.worktree === here.worktree ? [] : [`in ${oneLine(note.worktree)}`]),
  ]
  return places.length === 0 ? [] : [`It was taken elsewhere: ${places.join(', ')}.`]
}

const UNDER_WAY = [
  { file: 'rebase-merge', what: 'rebase' },
  { file: 'rebase-apply', what: 'rebase' },
  { file: 'MERGE_HEAD', what: 'merge' },
  { file: 'CHERRY_PICK_HEAD', what: 'cherry-pick' },
  { file: 'REVERT_HEAD', what: 'revert' },
]
