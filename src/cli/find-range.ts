import { commitsBetween, cutsOf } from '../adapters/git/range.ts'
import { oneLine } from '../domain/plain-text.ts'
import type { Oid } from '../domain/snapshot.ts'
import { WingmanError } from '../errors.ts'
import type { Commit } from '../ports.ts'
import type { Project } from './compose.ts'
import { fetchAll, refuseIfCut, tooShallow } from './incomplete-clone.ts'

export interface FoundRange {
  /** As a person would name it. */
  name: string
  from: Oid
  tip: Commit
  /** The name of its end, for the gates that hold it: a branch, or whatever was typed. */
  end: string
  /** What it holds, the tip first. */
  news: Commit[]
}

export interface Wanted {
  range: string | undefined
  remote: string
  /** Who asks: what is printed should be typed for that. */
  command: 'verify' | 'attest'
}

/** `A..B`; without one, what HEAD has and the remote's default branch has not. */
export async function findRange(project: Project, wanted: Wanted): Promise<FoundRange> {
  const { range, remote } = wanted
  const [a, b] = range === undefined ? ['', ''] : partsOf(range)
  const start = a || (await defaultBranch(project, wanted))
  const end = b || 'HEAD'
  const from = await commitAt(project, wanted, start)
  const tip = await commitAt(project, wanted, end)
  const news = await commitsBetween(project.door, from.oid, tip.oid)
  if (news.length === 0) throw nothing(start, end, wanted)
  await refuseIfCut(project, news, remote)
  return { name: `${start}..${end}`, from: from.oid, tip, end, news }
}

/** With three dots it is what came since the two parted, which is the same: what B has and A has not. */
function partsOf(range: string): [string, string] {
  const [, a, b] = /^((?:(?!\.\.).)*)\.\.\.?((?!\.)(?:(?!\.\.).)*)$/.exec(range) ?? []
  if (a !== undefined && b !== undefined) return [a, b]
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${oneLine(range)}\` is not a range.`,
    hint: 'Name one as `A..B`: what B has and A has not.',
  })
}

async function defaultBranch({ ports, paths }: Project, { remote, command }: Wanted): Promise<string> {
  for (const name of ['HEAD', 'main', 'master']) {
    if (await ports.git.commit(`refs/remotes/${remote}/${name}`)) return `${remote}/${name}`
  }
  const shallow = (await cutsOf(paths)).size > 0 ? ['--unshallow'] : []
  throw new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    kind: 'undecided',
    message: `What the default branch of \`${oneLine(remote)}\` is, is not known in this clone.`,
    hint: `Name the range: \`wingman ${command} A..B\`. Or fetch it: \`${fetchAll(oneLine(remote), ...shallow)}\`, then \`git remote set-head ${oneLine(remote)} --auto\`.`,
  })
}

async function commitAt(project: Project, { remote, command }: Wanted, name: string): Promise<Commit> {
  const { git } = project.ports
  const commit = await git.commit(name)
  if (commit) return commit
  const there = `${remote}/${name}`
  const isThere = await git.commit(`refs/remotes/${there}`)
  if (!isThere && (await cutsOf(project.paths)).size > 0)
    throw tooShallow(`\`${oneLine(name)}\` is not in it`, remote)
  const fetching = /^[0-9a-f]{40,64}$/.test(name)
    ? `git fetch ${oneLine(remote)} ${name}`
    : fetchAll(oneLine(remote))
  throw new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    kind: 'undecided',
    message: `\`${oneLine(name)}\` is not a commit of this clone.`,
    hint: isThere
      ? `\`${oneLine(there)}\` is: name it so.`
      : `Fetch it: \`${fetching}\`. Or name another range: \`wingman ${command} A..B\`.`,
  })
}

/** An empty range is approved by nobody: it may be the wrong one, and a yes to it would be one to anything. */
const nothing = (start: string, end: string, { range, command }: Wanted): WingmanError => {
  const [came, done] = command === 'verify' ? ['came in', 'verified'] : ['went out', 'attested']
  return new WingmanError({
    code: 'E_NOTHING_TO_VERIFY',
    kind: 'undecided',
    message: `${oneLine(end)} has nothing that ${oneLine(start)} has not, so nothing would be ${done}.`,
    hint:
      range === undefined
        ? `Name the range that ${came}: \`wingman ${command} A..B\`.`
        : `\`A..B\` is what B has and A has not: see whether it is the other way round, or A has moved on to where B is. Then name what ${came}.`,
  })
}
