import { PLACES } from '../config/places.ts'
import type { PushedRef } from '../domain/gate.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { type Oid, short } from '../domain/snapshot.ts'
import { WingmanError } from '../errors.ts'
import { notThere } from '../gate-messages.ts'
import type { Project } from './compose.ts'
import { findConfig } from './use-config.ts'

/**
 * The config that a push is held against; null when there is nothing to gate. Without one in the tree, the pushed commits
 * and what they stand on are asked: a policy that was only taken away here still holds.
 */
export async function configFor(
  project: Project,
  refs: readonly PushedRef[],
): Promise<ResolvedConfig | null> {
  const config = await findConfig(project)
  if (config) return config
  for (const ref of refs) {
    for (const oid of await asked(project, ref)) {
      const place = await configAt(project, oid)
      if (place) throw missingHere(`${place} at ${short(oid)}`)
    }
  }
  return null
}

/** The tip, what the remote has there, and where a new branch left the others, as far as tracking refs tell: more is only asked of. */
async function asked({ ports }: Project, { local, remote }: PushedRef): Promise<Oid[]> {
  if (local === null) return []
  const news = await ports.git.newCommits(local, remote ? [remote] : ['--remotes'])
  const own = new Set(news.map(({ oid }) => oid))
  const below = news.flatMap(({ parents }) => parents).filter(oid => !own.has(oid))
  return [local, ...(remote ? [remote] : []), ...new Set(below)]
}

export async function configAt({ door, ports }: Project, oid: string): Promise<string | null> {
  const commit = await ports.git.commit(oid)
  if (!commit) return null
  const names = await door.bytes(['ls-tree', '--name-only', '-z', commit.tree, '--', ...PLACES])
  for (const name of names.toString().split('\0').filter(Boolean)) {
    if (name !== 'package.json') return name
    const manifest = (await ports.git.show(commit.oid, name))?.toString() ?? ''
    if (hasWingman(manifest)) return `${name}#wingman`
  }
  return null
}

function hasWingman(manifest: string): boolean {
  try {
    return 'wingman' in JSON.parse(manifest)
  } catch {
    return false
  }
}

function missingHere(where: string): WingmanError {
  return new WingmanError({
    code: 'E_NO_CONFIG',
    message: `There is no wingman config here: ${notThere(where)}.`,
    hint: 'Check out a commit that has it. If the policy was removed on purpose, a person can push once with `WINGMAN=0 git push`.',
  })
}
