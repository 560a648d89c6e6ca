import { type KnownGhost, readGhosts } from '../adapters/git/read-ghosts.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/** By its id, or the beginning of its id or of its commit's. */
export async function findGhost({ door }: Project, name: string): Promise<KnownGhost> {
  const { ghosts } = await readGhosts(door)
  const named = ghosts.filter(({ id }) => id === name)
  const begun = ghosts.filter(
    ({ id, commit }) => name !== '' && (id.startsWith(name) || commit.startsWith(name)),
  )
  const [found, ...others] = named.length > 0 ? named : begun
  if (!found)
    throw new WingmanError({
      code: 'E_NOT_FOUND',
      message: `There is no snapshot \`${name}\`.`,
      hint: 'See what is there with `wingman snapshots list`.',
    })
  if (others.length > 0)
    throw new WingmanError({
      code: 'E_AMBIGUOUS',
      message: `${begun.length} snapshots begin with \`${name}\`.`,
      hint: begun
        .slice(0, 5)
        .map(({ id }) => id)
        .join('\n'),
    })
  return found
}
