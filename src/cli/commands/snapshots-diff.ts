import { plainText } from '../../domain/plain-text.ts'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findGhost } from '../find-ghost.ts'
import { paint, print, printJson } from '../io.ts'

/** `wingman snapshots diff <id> [other]`: against its base, or from it to another snapshot or commit. */
export async function snapshotsDiff(
  name: string,
  other: string | undefined,
  { json }: { json?: boolean },
): Promise<number> {
  const project = openProject()
  const ghost = await findGhost(project, name)
  const ends =
    other === undefined
      ? { from: ghost.base ?? emptyTreeLike(ghost.tree), to: ghost.commit }
      : { from: ghost.commit, to: await commitCalled(project, other) }
  const patch = (await project.door.bytes([...PATCH, ends.from, ends.to, '--'])).toString()
  if (json) printJson({ version: 1, ...ends, patch })
  else print(colourful(plainText(patch)) || 'There is no difference.')
  return EXIT.fine
}

// No program that the repository's config or attributes name is started for it.
const PATCH = ['diff-tree', '-r', '-p', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames']

/** A snapshot first: the beginning of an id could also be the beginning of some commit's. */
async function commitCalled(project: Project, name: string): Promise<Oid> {
  try {
    return (await findGhost(project, name)).commit
  } catch (error) {
    const commit = await project.ports.git.commit(name)
    if (commit) return commit.oid
    throw error
  }
}

function colourful(patch: string): string {
  const { red, green, bold, dim } = paint()
  const style = (line: string) => {
    if (/^(?:diff |index |--- |\+\+\+ |(?:old|new|deleted|new file) mode )/.test(line)) return bold(line)
    if (line.startsWith('@@')) return dim(line)
    return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line
  }
  return patch.replace(/\n$/, '').split('\n').map(style).join('\n')
}
