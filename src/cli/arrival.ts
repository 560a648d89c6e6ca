import { PLACES } from '../config/places.ts'
import type { Oid } from '../domain/snapshot.ts'
import type { Project } from './compose.ts'
import { configAt } from './config-at.ts'

/**
 * Where wingman came, to be noted by the first install: history up to there is never asked for. HEAD, if nothing tells of an
 * earlier arrival; but a commit that brought the config, or a remote that has one, does, and then the earliest counts.
 * Null is the beginning: everything is asked for.
 */
export async function arrival(project: Project): Promise<Oid | null> {
  const { git } = project.ports
  const head = await git.commit('HEAD')
  if (!head) return null
  const told = [...(await beforeConfig(project, head.oid)), ...(await sharedWithRemotes(project, head.oid))]
  let earliest: Oid | null = head.oid
  for (const oid of told) earliest = earliest && oid && (await git.mergeBase(earliest, oid))
  return earliest
}

/** A large history takes git its time, once. */
const PATIENCE_MS = 10 * 60_000

/**
 * What lies below each commit that brought a config, wherever in the history: refs can be forged, and a branch from before may
 * have it merged in. `-c` shows merges only where they bring what no parent has.
 */
async function beforeConfig(project: Project, head: Oid): Promise<(Oid | null)[]> {
  const files = PLACES.filter(place => place !== 'package.json')
  const added = await project.door.bytes([...LOG, '--diff-filter=A', head, '--', ...files], {
    patience: PATIENCE_MS,
  })
  // In there it is a word, which takes reading every version of the file: only where it is the place.
  const inManifest = (await configAt(project, head))?.startsWith('package.json')
  const worded = inManifest
    ? await project.door.bytes([...LOG, '-S"wingman"', head, '--', 'package.json'], { patience: PATIENCE_MS })
    : ''
  return [...parentsIn(`${added}`), ...parentsIn(`${worded}`)]
}

const LOG = [
  'log',
  '--no-show-signature',
  '--no-color',
  '--full-history',
  '--no-renames',
  '-c',
  '--raw',
  '--format=%x00%P',
]

/** An entry without a file is a merge that brought nothing of its own. */
function parentsIn(log: string): (Oid | null)[] {
  const brought = log.split('\0').filter(entry => /^:/m.test(entry))
  return brought.flatMap(entry => {
    const parents = entry.split('\n', 1)[0]?.split(' ').filter(Boolean) ?? []
    return parents.length > 0 ? parents : [null]
  })
}

/** Where a remote has a config, what is only here was never looked at. */
async function sharedWithRemotes(project: Project, head: Oid): Promise<(Oid | null)[]> {
  const { git } = project.ports
  const ref = await git.symbolic('HEAD')
  const upstream = ref && (await git.upstream(ref))
  // An upstream may be a branch of this clone, which says nothing of anybody else.
  const remote = upstream?.startsWith('refs/remotes/') ? [upstream] : []
  for (const name of [...remote, ...remoteDefaults(project)]) {
    const there = await git.commit(name)
    if (there && (await configAt(project, there.oid))) return [await git.mergeBase(there.oid, head)]
  }
  return []
}

function remoteDefaults({ door }: Project): string[] {
  const remotes = door.ask(['remote']).stdout.toString().split('\n').filter(Boolean)
  return remotes.flatMap(remote => ['HEAD', 'main', 'master'].map(name => `refs/remotes/${remote}/${name}`))
}
