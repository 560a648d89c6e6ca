import { lacksContent } from '../adapters/git/missing-content.ts'
import { commitsBetween, cutsOf, isPartial } from '../adapters/git/range.ts'
import type { TakesBack } from '../adapters/git/takes-back.ts'
import { oneLine } from '../domain/plain-text.ts'
import { emptyTreeLike, type Oid, short } from '../domain/snapshot.ts'
import { WingmanError } from '../errors.ts'
import type { Commit, Git } from '../ports.ts'
import type { Project } from './compose.ts'

/** Whatever is on a branch there, with its whole history: a clone with a depth has one branch only, so the others are named too. */
export const fetchAll = (remote: string, ...options: string[]): string =>
  ['git fetch', ...options, remote, `'+refs/heads/*:refs/remotes/${remote}/*'`].join(' ')

export const tooShallow = (why: string, remote: string): WingmanError =>
  new WingmanError({
    code: 'E_SHALLOW',
    kind: 'undecided',
    message: `This clone is shallow, and ${why}.`,
    hint: `Fetch the rest: \`${fetchAll(oneLine(remote), '--unshallow')}\` (in GitHub Actions \`fetch-depth: 0\`), then ask again.`,
  })

/** Below a cut there is more that belongs to the range, and nobody here knows what. */
export async function refuseIfCut(
  { paths }: Project,
  news: readonly Commit[],
  remote: string,
): Promise<void> {
  const cuts = await cutsOf(paths)
  const cut = news.find(({ oid }) => cuts.has(oid))
  if (!cut) return
  const why = `the range goes on below ${short(cut.oid)}, where it ends, so a depth of more than ${news.length} is needed`
  throw tooShallow(why, remote)
}

/** Git, for an answer about others' approvals: what this clone cannot know is said, and not guessed. */
export async function carefulGit({ door, paths, ports }: Project, remote: string): Promise<CarefulGit> {
  const cuts = await cutsOf(paths)
  const unmerged = new Set<Oid>()
  const partial = await isPartial(door)
  return {
    unmerged,
    git: {
      ...ports.git,
      // Would look into files; whoever saw that two changes read the same has attested both.
      patchDigest: async () => null,
      async mergeBases(trunk, commit) {
        const beside = cuts.size === 0 ? [] : await commitsBetween(door, commit, trunk)
        if (!beside.some(({ oid }) => cuts.has(oid))) return ports.git.mergeBases(trunk, commit)
        const why = `where ${short(commit)} and ${short(trunk)} parted may lie below where it ends`
        throw tooShallow(why, remote)
      },
      // Where the files lie that were changed is not enough: which lines of them takes what they hold.
      async takesBack(asked) {
        if (partial && (await lacksContent(door, await compared(ports.git, asked))))
          throw partialClone(remote, null)
        return ports.git.takesBack({ ...asked, evenOwn: true })
      },
      async autoMerge(commit) {
        const tree = await ports.git.autoMerge(commit)
        if (tree === null && partial && (await lacksContent(door, await sidesOf(ports.git, commit))))
          unmerged.add(commit.oid)
        return tree
      },
    },
  }
}

/** What is laid side by side to find what was taken back. */
async function compared(git: Git, { base, there, commit }: TakesBack): Promise<[Oid, Oid][]> {
  const isTree = base === emptyTreeLike(base)
  const parted = isTree ? [] : await git.mergeBases(base, there)
  return [[base, commit], [there, commit], ...parted.map((from): [Oid, Oid] => [from, there])]
}

/** What a merge is made of: every side, from where it parted with the first. */
async function sidesOf(git: Git, { parents: [first = '', ...others] }: Commit): Promise<[Oid, Oid][]> {
  const sides = others.map(async (other): Promise<[Oid, Oid][]> => {
    const base = (await git.mergeBase(first, other)) ?? emptyTreeLike(first)
    return [
      [base, first],
      [base, other],
    ]
  })
  return (await Promise.all(sides)).flat()
}

interface CarefulGit {
  git: Git
  /** Merges that could not be made again, maybe for want of what files hold. */
  unmerged: Set<Oid>
}

/** Objects that a partial clone left out are not fetched one by one: what is not here is not known. */
export async function withoutFetching<T>(
  { door }: Project,
  remote: string,
  work: () => Promise<T>,
): Promise<T> {
  process.env.GIT_NO_LAZY_FETCH = '1'
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof WingmanError && cause.code === 'E_GIT' && (await isPartial(door)))) throw cause
    throw partialClone(remote, 'blob:none', cause)
  }
}

/** A gap may only seem one: a merge of two sides that were reviewed needs what files hold, to be made again. */
export function refuseIfUnmerged(
  unmerged: ReadonlySet<string>,
  gaps: readonly string[],
  remote: string,
): void {
  const merge = gaps.find(oid => unmerged.has(oid))
  if (merge) throw partialClone(remote, null)
}

const partialClone = (remote: string, filter: 'blob:none' | null, cause?: unknown): WingmanError =>
  new WingmanError({
    code: 'E_PARTIAL',
    kind: 'undecided',
    message: 'This is a partial clone, and objects that the answer depends on are not in it.',
    hint:
      filter === null
        ? `A merge is made again from what files hold: \`${fetchAll(oneLine(remote), '--refetch', '--no-filter')}\`, or clone without a filter.`
        : `Trees are needed, file contents are not: \`${fetchAll(oneLine(remote), '--refetch', `--filter=${filter}`)}\`, or clone so.`,
    cause,
  })
