import { commitsBetween, cutsOf } from '../adapters/git/range.ts'
import { oneLine } from '../domain/plain-text.ts'
import { type Oid, short } from '../domain/snapshot.ts'
import { WingmanError } from '../errors.ts'
import type { Commit } from '../ports.ts'
import type { Project } from './compose.ts'

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

/** `A..B`; without one, what HEAD has and the remote's default branch has not. */
export async function findRange(
  project: Project,
  range: string | undefined,
  remote: string,
): Promise<FoundRange> {
  const [a, b] = range === undefined ? ['', ''] : partsOf(range)
  const start = a || (await defaultBranch(project, remote))
  const end = b || 'HEAD'
  const [from, tip] = await Promise.all([commitAt(project, start), commitAt(project, end)])
  const news = await commitsBetween(project.door, from.oid, tip.oid)
  if (range === undefined && news.length === 0) throw nothing(start)
  await refuseIfCut(project, news)
  return { name: `${start}..${end}`, from: from.oid, tip, end, news }
}

function partsOf(range: string): [string, string] {
  const [a = '', b, ...more] = range.split('..')
  if (b !== undefined && more.length === 0 && !b.startsWith('.')) return [a, b]
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${oneLine(range)}\` is not a range.`,
    hint: 'Name one as `A..B`: what B has and A has not.',
  })
}

async function defaultBranch({ ports }: Project, remote: string): Promise<string> {
  for (const name of ['HEAD', 'main', 'master']) {
    if (await ports.git.commit(`refs/remotes/${remote}/${name}`)) return `${remote}/${name}`
  }
  throw new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    kind: 'undecided',
    message: `What the default branch of \`${remote}\` is, is not known in this clone.`,
    hint: 'Name the range: `wingman verify A..B`.',
  })
}

async function commitAt(project: Project, name: string): Promise<Commit> {
  const commit = await project.ports.git.commit(name)
  if (commit) return commit
  const cuts = await cutsOf(project.paths)
  if (cuts.size > 0) throw tooShallow(`\`${oneLine(name)}\` is not in it`)
  throw new WingmanError({
    code: 'E_UNKNOWN_REVISION',
    kind: 'undecided',
    message: `\`${oneLine(name)}\` is not a commit of this clone.`,
    hint: 'Fetch it, or name another range: `wingman verify A..B`.',
  })
}

/** Below a cut there is more that belongs to the range, and nobody here knows what. */
async function refuseIfCut({ paths }: Project, news: readonly Commit[]): Promise<void> {
  const cuts = await cutsOf(paths)
  const cut = news.find(({ oid }) => cuts.has(oid))
  if (cut)
    throw tooShallow(
      `the range goes on below ${short(cut.oid)}, where it ends, so a depth of more than ${news.length} is needed`,
    )
}

export const tooShallow = (why: string): WingmanError =>
  new WingmanError({
    code: 'E_SHALLOW',
    kind: 'undecided',
    message: `This clone is shallow, and ${why}.`,
    hint: 'Fetch the rest (`git fetch --unshallow`; in GitHub Actions `fetch-depth: 0`), then ask again.',
  })

const nothing = (start: string): WingmanError =>
  new WingmanError({
    code: 'E_NOTHING_TO_VERIFY',
    kind: 'undecided',
    message: `HEAD has nothing that ${start} has not, so nothing would be verified.`,
    hint: 'Name the range that came in: `wingman verify A..B`.',
  })
