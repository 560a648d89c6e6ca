import { oneLine } from '../../domain/plain-text.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from './door.ts'

/** What this clone knows of a branch at a remote. */
export interface TrackingRef {
  name: string
  oid: Oid
}

/** Which branch of a remote it follows. */
export interface Followed {
  remote: string
  remoteRef: string
}

export function trackingRefs(door: GitDoor): TrackingRef[] {
  const format = '--format=%(objectname) %(symref) %(refname)'
  const lines = door.ask(['for-each-ref', format, 'refs/remotes/']).stdout.toString().split('\n')
  const rows = lines.map(line => line.split(' ')).filter(([oid, symref]) => oid && symref === '')
  return rows.map(([oid = '', , name = '']) => ({ name, oid }))
}

/** By each remote's `fetch`; null where none of them says so. */
export function followedBy(door: GitDoor): (name: string) => Followed | null {
  const specs = fetchSpecs(door)
  return name => followed(name, specs)
}

interface FetchSpec {
  remote: string
  /** Up to the `*`, if there is one. */
  from: string
  to: string
  isGlob: boolean
}

function fetchSpecs(door: GitDoor): FetchSpec[] {
  const settings = door.ask(['config', '-z', '--get-regexp', '^remote\\..*\\.fetch$']).stdout.toString()
  return settings.split('\0').flatMap(setting => {
    const [, remote, from, fromGlob, to, toGlob] =
      /^remote\.(.+)\.fetch\n\+?([^*:]+)(\*?):([^*:]+)(\*?)$/.exec(setting) ?? []
    if (!remote || !from || !to || fromGlob !== toGlob) return []
    return [{ remote, from, to, isGlob: fromGlob === '*' }]
  })
}

function followed(name: string, specs: readonly FetchSpec[]): Followed | null {
  const spec = specs.find(({ to, isGlob }) => (isGlob ? name.startsWith(to) : name === to))
  if (!spec) return null
  return { remote: spec.remote, remoteRef: spec.isGlob ? spec.from + name.slice(spec.to.length) : spec.from }
}

/** A movement of a tracking ref that was a push of ours. */
export interface ReflogPush {
  oid: Oid
  by: { name: string; email: string }
}

/** More than this between two looks is a script at work; the newest are told. */
const MOST = '--max-count=200'

/** Since the ref was where it was seen last; all that are known for one that was never seen. */
export function reflogPushes(door: GitDoor, ref: string, since: Oid | null): ReflogPush[] {
  const format = '--format=%H%x09%gs%x09%gn%x09%ge'
  const args = ['log', '-g', MOST, '--no-show-signature', '--no-color', format, ref, '--']
  const rows = door
    .ask(args)
    .stdout.toString()
    .split('\n')
    .map(line => line.split('\t'))
  const end = rows.findIndex(([oid]) => oid === since)
  return rows
    .slice(0, end < 0 ? rows.length : end)
    .filter(([, what]) => what === 'update by push')
    .map(([oid = '', , name = '', email = '']) => ({
      oid,
      by: { name: oneLine(name, 200), email: oneLine(email, 200) },
    }))
}
