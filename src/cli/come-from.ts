import type { GitDoor } from '../adapters/git/door.ts'
import { followedBy, trackingRefs } from '../adapters/git/tracking-refs.ts'
import type { CameFrom, Gap, GateAnswer } from '../domain/gate.ts'
import { emptyTreeLike, type Oid } from '../domain/snapshot.ts'
import { namesFor } from './namesakes.ts'

interface There {
  oid: Oid
  remote: string
  branch: string
}

/**
 * Says of a push that is held how much of what nobody reviewed another remote has: a fork gets what it lacks of its upstream with
 * the next push of anything. For words only: a tracking ref is what anybody may write, and opens nothing.
 */
export function tellOrigins(
  door: GitDoor,
  answer: GateAnswer,
  { remote, url }: { remote: string; url: string },
): GateAnswer {
  const gaps = answer.refs.map(({ loops }) => loops.find(({ gap }) => gap !== null)?.gap ?? null)
  if (gaps.every(gap => gap === null)) return answer
  const others = otherRemotes(door, [remote, ...namesFor(door, url)])
  const refs = answer.refs.map((ref, at) => {
    const cameFrom = gaps[at] && mostOf(door, gaps[at], others)
    return cameFrom ? { ...ref, cameFrom: { ...cameFrom, lackedBy: remote } } : ref
  })
  return { ...answer, refs }
}

/** So many are asked about, those that are called like a trunk first. */
const MOST = 12
const TRUNKS = ['main', 'master', 'trunk', 'develop']

function otherRemotes(door: GitDoor, own: readonly string[]): There[] {
  const followed = followedBy(door)
  const rank = ({ branch }: There) => (TRUNKS.includes(branch) ? TRUNKS.indexOf(branch) : TRUNKS.length)
  return trackingRefs(door)
    .flatMap(({ name, oid }) => {
      const { remote = '', remoteRef = '' } = followed(name) ?? {}
      const branch = remoteRef.replace(/^refs\/heads\//, '')
      return remote === '' || own.includes(remote) ? [] : [{ oid, remote, branch }]
    })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
}

/** Of which branch the most of it is; the first of several. */
function mostOf(door: GitDoor, gap: Gap, others: readonly There[]): Omit<CameFrom, 'lackedBy'> | null {
  const base = gap.base === emptyTreeLike(gap.commit) ? [] : [`^${gap.base}`]
  const count = (...not: string[]) => {
    const { code, stdout } = door.ask(['rev-list', '--count', gap.commit, ...base, ...not, '--'])
    return code === 0 ? Number(stdout.toString()) : null
  }
  const all = others.length > 0 ? count() : null
  if (all === null) return null
  const found = others.map(({ oid, remote, branch }) => {
    const commits = all - (count(`^${oid}`) ?? all)
    return { from: `${remote}/${branch}`, commits, all }
  })
  const most = Math.max(...found.map(({ commits }) => commits))
  return most > 0 ? (found.find(({ commits }) => commits === most) ?? null) : null
}
