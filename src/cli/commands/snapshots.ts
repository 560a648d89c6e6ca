import { type KnownGhost, readGhosts } from '../../adapters/git/read-ghosts.ts'
import { nameOf, treeChanges } from '../../adapters/git/tree-changes.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { emptyTreeLike } from '../../domain/snapshot.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findGhost, lookInto } from '../find-ghost.ts'
import { ageOf, asDocument, filesOf, kindOf, triggerOf, whereFrom } from '../ghost-words.ts'
import { paint, print, printJson } from '../io.ts'

interface Options {
  json?: boolean
}

/** `wingman snapshots list`: the newest first, of all worktrees. */
export async function snapshotsList({ json }: Options): Promise<number> {
  const { door, paths, ports } = openProject()
  const { ghosts, dangling } = await readGhosts(door)
  if (json) {
    printJson({ version: 1, snapshots: ghosts.map(asDocument), dangling })
    return EXIT.fine
  }
  const now = ports.clock.now().getTime()
  const lines = ghosts.map(ghost => line(ghost, { now, here: paths.root }))
  for (const { id } of dangling) lines.push(`${oneLine(id)}  its commit is gone`)
  print(lines.join('\n') || 'There are no snapshots.')
  return EXIT.fine
}

function line(ghost: KnownGhost, { now, here }: { now: number; here: string }): string {
  const elsewhere = ghost.note && ghost.note.worktree !== here ? oneLine(ghost.note.worktree) : ''
  return [
    oneLine(ghost.id),
    ageOf(ghost.at, now).padStart(10),
    whereFrom(ghost),
    triggerOf(ghost),
    kindOf(ghost),
    filesOf(ghost),
    paint().dim(elsewhere),
  ]
    .filter(Boolean)
    .join('  ')
}

/** `wingman snapshots show <id>`: what it knows, and which files differ from its base. */
export async function snapshotsShow(name: string, { json }: Options): Promise<number> {
  const project = openProject()
  const ghost = await findGhost(project, name)
  const base = ghost.base ?? emptyTreeLike(ghost.tree)
  const changes = await lookInto(ghost, () => treeChanges(project.door, base, ghost.commit))
  const files = changes.map(({ path, status, newMode }) => ({ path: nameOf(path), status, mode: newMode }))
  if (json) printJson({ version: 1, snapshot: asDocument(ghost), files })
  else
    print(
      [
        ...facts(ghost, project.ports.clock.now()),
        '',
        ...files.map(({ status, path }) => `${status} ${oneLine(path)}`),
      ].join('\n'),
    )
  return EXIT.fine
}

function facts(ghost: KnownGhost, now: Date): string[] {
  const { id, commit, base, at, note } = ghost
  const rows = {
    snapshot: id,
    commit,
    base: base ?? 'none',
    branch: whereFrom(ghost),
    taken: `${note?.takenAt ?? new Date(at).toISOString()} (${ageOf(at, now.getTime())})`,
    trigger: triggerOf(ghost),
    work: note?.what,
    epoch: note?.epoch,
    worktree: note?.worktree,
    session: note?.session,
    'left out': note?.leftOut.join(', '),
  }
  return Object.entries(rows)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${paint().dim(name.padEnd(9))} ${oneLine(String(value), 2000)}`)
}
