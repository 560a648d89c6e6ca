import { headRef } from '../../adapters/git/locate.ts'
import type { PushedRef, RefAnswer } from '../../domain/gate.ts'
import { WingmanError } from '../../errors.ts'
import { askGate } from '../ask-gate.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'

export interface GateOptions {
  remote?: string
  json?: boolean
}

/** `wingman gate [refs…]`: the question of pre-push, asked by hand. */
export async function gate(names: string[], { remote, json }: GateOptions): Promise<number> {
  const project = openProject()
  if (remote !== undefined) needRemote(project, remote)
  const found = once(
    await Promise.all((names.length > 0 ? names : ['HEAD']).map(name => lookUp(project, name))),
  )
  const target = remote ?? found[0]?.remote ?? 'origin'
  const refs = found.map(({ ref }) => ref)
  const url = urlOf(project, target)
  const { answer, text } = await askGate(project, { remote: target, url, refs, paintNow: paint })
  if (json) printJson(answer)
  else print(text || open(answer.refs.map(whyOpen)))
  return answer.allowed ? EXIT.fine : EXIT.held
}

/** The same ref by two names is asked for once. */
const once = (found: Found[]): Found[] =>
  found.filter(
    ({ ref }, at) =>
      at === found.findIndex(other => other.ref.remoteRef === ref.remoteRef && other.ref.local === ref.local),
  )

const open = (lines: string[]): string =>
  lines.length > 0
    ? `The gate is open: ${lines.join('; ')}.`
    : 'The gate is open: no config, nothing to hold.'

function whyOpen({ ref, note, loops }: RefAnswer): string {
  const unapproved = loops.filter(({ standing }) => standing !== 'approved')
  if (note || unapproved.length === 0) return `${ref} ${note ?? 'is approved'}`
  return `${ref} is allowed by the config (${unapproved.map(({ loop, standing }) => `${loop}: ${standing}`).join(', ')})`
}

interface Found {
  ref: PushedRef
  /** Where git would push it to; null when no setting says so. */
  remote: string | null
}

/** As git would name it to pre-push: a branch is pushed to its namesake. Nearly always one question to git is enough. */
async function lookUp(project: Project, name: string): Promise<Found> {
  const ref = name === 'HEAD' ? headRef(project.paths) : name
  const found =
    ref && (exactRef(project, ref) ?? exactRef(project, (await project.ports.git.refName(name)) ?? ''))
  if (found) return found
  const commit = await project.ports.git.commit(name)
  if (!commit) throw (await isUnborn(project, name)) ? noCommitYet() : unknown(name)
  const pushed = { localRef: name, local: commit.oid, remoteRef: 'refs/heads/HEAD', remote: null }
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

/** Where git would push to: a remote may have another address for that than for fetching. */
function urlOf({ door }: Project, remote: string): string {
  const { code, stdout } = door.ask(['remote', 'get-url', '--push', '--end-of-options', remote])
  return code === 0 ? stdout.toString().replace(/\n$/, '') : remote
}

/** A name, or an address such as git itself would take. */
function needRemote({ door }: Project, remote: string): void {
  const known = door.ask(['remote']).stdout.toString().split('\n').filter(Boolean)
  if (known.includes(remote) || /[/:]/.test(remote)) return
  throw new WingmanError({
    code: 'E_USAGE',
    message: `There is no remote \`${remote}\`.`,
    hint: `Known: ${known.join(', ') || 'none'}.`,
  })
}

function noCommitYet(): WingmanError {
  return new WingmanError({
    code: 'E_NO_COMMIT',
    message: 'There is no commit yet, so there is nothing that could be pushed.',
    hint: 'Make one first.',
  })
}

function unknown(name: string): WingmanError {
  return new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    message: `\`${name}\` is not a branch, tag or commit of this repository.`,
    hint: 'See what is there with `git branch --all`.',
  })
}
