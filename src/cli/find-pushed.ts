import { headRef } from '../adapters/git/locate.ts'
import type { PushedRef } from '../domain/gate.ts'
import { oneLine } from '../domain/plain-text.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'
import { GATE_COMMANDS } from './plain-gate.ts'

export interface Found {
  ref: PushedRef
  /** Where git would push it to; null when no setting says so. */
  remote: string | null
}

/** `main`, `v1`, a commit, or `main:release` as `git push` takes it: without the second part a branch is pushed to its namesake. */
export async function findPushed(project: Project, name: string): Promise<Found> {
  const [, local, target] = /^([^:]+):([^:]+)$/.exec(name) ?? []
  if (!local || !target) return lookUp(project, name)
  const found = await lookUp(project, local)
  const folder = found.ref.localRef.startsWith('refs/tags/') ? 'refs/tags/' : 'refs/heads/'
  const remoteRef = target.startsWith('refs/') ? target : folder + target
  return { ...found, ref: { ...found.ref, remoteRef } }
}

/** As git itself chooses: what is set for the branch, the only one there is, or `origin`. */
export function remoteFor(project: Project, { remote }: Found): string {
  if (remote) return remote
  const known = remotesOf(project)
  return known.length === 1 && known[0] ? known[0] : 'origin'
}

/** A name, or an address such as git itself would take. */
export function needRemote(project: Project, remote: string): void {
  if (isKnownRemote(project, remote)) return
  throw new WingmanError({
    code: 'E_USAGE',
    message: `There is no remote \`${remote}\`.`,
    hint: `Known: ${remotesOf(project).join(', ') || 'none'}.`,
  })
}

export const isKnownRemote = (project: Project, remote: string): boolean =>
  /[/:]/.test(remote) || remotesOf(project).includes(remote)

export const remotesOf = ({ door }: Project): string[] =>
  door.ask(['remote']).stdout.toString().split('\n').filter(Boolean)

/** As git would name it to pre-push: a branch is pushed to its namesake. Nearly always one question to git is enough. */
async function lookUp(project: Project, name: string): Promise<Found> {
  const ref = name === 'HEAD' ? headRef(project.paths) : name
  const found =
    ref && (exactRef(project, ref) ?? exactRef(project, (await project.ports.git.refName(name)) ?? ''))
  if (found) return found
  const commit = await project.ports.git.commit(name)
  if (!commit) throw (await isUnborn(project, name)) ? noCommitYet() : await unknown(project, name)
  // On no branch: nobody can know under which name it would go out.
  const pushed = { localRef: name, local: commit.oid, remoteRef: name, remote: null }
  return { ref: pushed, remote: null }
}

/** The branch that HEAD is on, before its first commit. In a reftable the file does not name it, so git is asked. */
async function isUnborn({ ports }: Project, name: string): Promise<boolean> {
  const branch = await ports.git.symbolic('HEAD')
  return branch !== null && ['HEAD', branch, branch.replace(/^refs\/heads\//, '')].includes(name)
}

/** By its full name, or as a tag or a branch, in git's own order. */
function exactRef({ door }: Project, name: string): Found | null {
  const names = [name, `refs/tags/${name}`, `refs/heads/${name}`]
  const format = '--format=%(refname) %(objectname) %(push:remotename)'
  const lines = door
    .ask(['for-each-ref', format, ...names])
    .stdout.toString()
    .split('\n')
  const rows = lines.map(line => line.split(' '))
  const row = names.flatMap(wanted => rows.filter(([ref]) => ref === wanted))[0]
  const [ref = '', local = '', remote] = row ?? []
  if (ref === '') return null
  return { ref: { localRef: ref, local, remoteRef: ref, remote: null }, remote: remote || null }
}

function noCommitYet(): WingmanError {
  return new WingmanError({
    code: 'E_NO_COMMIT',
    message: 'There is no commit yet, so there is nothing that could be pushed.',
    hint: 'Make one first.',
  })
}

async function unknown({ door }: Project, name: string): Promise<WingmanError> {
  const { closest } = await import('../config/did-you-mean.ts')
  const refs = door.ask(['for-each-ref', '--format=%(refname:strip=2)', 'refs/heads', 'refs/tags'])
  const command = closest(name, GATE_COMMANDS)
  const near = command ? `wingman gate ${command}` : closest(name, refs.stdout.toString().split('\n'))
  return new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    message: `\`${oneLine(name)}\` is not a branch, tag or commit of this repository.`,
    hint: near
      ? `Did you mean \`${oneLine(near)}\`?`
      : 'See what is there with `git branch --all` and `git tag`.',
  })
}
