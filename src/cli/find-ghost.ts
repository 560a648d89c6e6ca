import { type KnownGhost, readGhosts } from '../adapters/git/read-ghosts.ts'
import { GHOST_REFS } from '../domain/ghost.ts'
import { oneLine } from '../domain/plain-text.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/** By its id, or the beginning of its id or of its commit's. */
export async function findGhost({ door }: Project, name: string): Promise<KnownGhost> {
  const { ghosts, dangling } = await readGhosts(door)
  const named = ghosts.filter(({ id }) => id === name)
  const begun = ghosts.filter(
    ({ id, commit }) => name !== '' && (id.startsWith(name) || commit.startsWith(name)),
  )
  const [found, ...others] = named.length > 0 ? named : begun
  if (!found) {
    const lost = dangling.find(
      ({ id, commit }) => name !== '' && [id, commit].some(is => is.startsWith(name)),
    )
    throw lost ? isGone(lost.id) : isUnknown(name)
  }
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

const isUnknown = (name: string): WingmanError =>
  new WingmanError({
    code: 'E_NOT_FOUND',
    message: `There is no snapshot \`${name}\`.`,
    hint: 'See what is there with `wingman snapshots list`.',
  })

const isGone = (id: string): WingmanError =>
  new WingmanError({
    code: 'E_DAMAGED',
    kind: 'undecided',
    message: `The commit of snapshot ${oneLine(id)} is gone, so there is nothing left of it.`,
    hint: 'Forget it: `wingman snapshots prune`.',
  })

/** A name that somebody else gave is no word for a shell. */
const howToForget = (id: string): string =>
  /^[\w-]+$/.test(id)
    ? ` If no copy of this repository has them, forget it: \`git update-ref -d ${GHOST_REFS}${id}\``
    : ''

/** A look at what a snapshot holds. Whatever git cannot read of it is told as that. */
export async function lookInto<T>({ id }: KnownGhost, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (cause) {
    if (!(cause instanceof WingmanError) || cause.code !== 'E_GIT') throw cause
    throw new WingmanError({
      code: 'E_DAMAGED',
      kind: 'undecided',
      message: `Snapshot ${oneLine(id)} cannot be read whole, objects of it are missing or damaged: ${cause.message}`,
      hint: `\`git fsck\` names them all.${howToForget(id)}`,
      cause,
    })
  }
}
