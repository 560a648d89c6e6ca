import { plainText } from '../../domain/plain-text.ts'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findGhost, lookInto } from '../find-ghost.ts'
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
  const patch = await lookInto(ghost, () => project.door.bytes([...PATCH, ends.from, ends.to, '--']))
  if (json) printJson({ version: 1, ...ends, patch: patch.toString() })
  else print(colourful(plainText(patch.toString())) || 'There is no difference.')
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
    throw error instanceof WingmanError && error.code === 'E_NOT_FOUND' ? isNeither(name) : error
  }
}

const isNeither = (name: string): WingmanError =>
  new WingmanError({
    code: 'E_NOT_FOUND',
    message: `\`${name}\` is neither a snapshot nor a commit of this repository.`,
    hint: 'See what is there with `wingman snapshots list` and `git log --oneline --all`.',
  })

function colourful(patch: string): string {
  const { red, green, bold, dim } = paint()
  const style = (line: string) => {
    if (/^(?:diff |index |--- |\+\+\+ |(?:old|new|deleted|new file) mode )/.test(line)) return bold(line)
    if (line.startsWith('@@')) return dim(line)
    return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line
  }
  return patch.replace(/\n$/, '').split('\n').map(style).join('\n')
}
