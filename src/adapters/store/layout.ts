import { join } from 'node:path'
import type { RepositoryPaths } from '../git/locate.ts'

/** Where everything is kept. What is shared by all worktrees stands in the common directory, the rest in the worktree's own. */
export function layout(paths: RepositoryPaths) {
  const shared = join(paths.commonDir, 'wingman')
  const own = join(paths.gitDir, 'wingman')
  return {
    root: paths.root,
    shared,
    own,
    reviews: join(shared, 'reviews'),
    review: (id: string) => join(shared, 'reviews', id, 'review.json'),
    output: (id: string, name: string) => join(shared, 'reviews', id, `${name}.txt`),
    allResults: join(shared, 'results'),
    /** One folder for each content key, one file in it for each policy and each time it was judged afresh. */
    results: (key: string) => `${shared}/results/${key}`,
    /** For a tree that was reviewed: one file for each base, named by it, holding the digest of the diff. */
    edges: (tree: string) => `${shared}/edges/${tree}`,
    /** For a commit with one parent: its tree, that parent, and the digest of the diff between them. */
    step: (commit: string) => `${shared}/steps/${commit}`,
    /** For a change as it reads: one empty file for each digest that it was reviewed under. */
    patches: (patch: string) => join(shared, 'patches', patch),
    /** A folder: see branch-pointer.ts. */
    branch: (ref: string) => join(shared, 'branches', digestOf(ref).slice(0, 32)),
    /** What models said of groups of files, by a digest of everything that hangs on. */
    answer: (key: string) => join(shared, 'answers', `${key}.json`),
    /** What models cost: a folder for each day. */
    spending: join(shared, 'spending'),
    /** Agents at work, in whichever worktree: see sessions.ts. */
    sessions: join(shared, 'sessions'),
    logs: join(shared, 'logs'),
    /** What happened at the gate: exceptions, held pushes, pushes that went past it. One file each. */
    journal: join(shared, 'journal'),
    /** What pre-push let go, and which tracking refs were looked at since. */
    pushes: join(shared, 'pushes'),
    /** What could not be read is set aside here, under its own name. */
    damaged: join(shared, 'damaged'),
    /** When the store was last cleaned up: an empty file, by its time. */
    cleaned: join(shared, 'cleaned'),
    /** The commit at which wingman came; history up to there is never asked for. */
    adopted: join(shared, 'adopted'),
    /** What the hooks' sh reads: the path of node, and of our hook entry. */
    runtime: join(shared, 'runtime'),
    /** How open files are made, where several people share the repository: an argument of sh's umask. */
    mask: join(shared, 'mask'),
    /** Made by `wingman disable`: the hooks' sh looks for it before anything else. */
    disabled: join(shared, 'disabled'),
    installed: join(shared, 'installed.json'),
    /** A folder: the lock of whoever changes hooks, in whichever worktree. Gone when they are done. */
    installing: join(shared, 'installing'),
    /** While a package manager adds us to a project: what its files were like. */
    adding: join(shared, 'adding.json'),
    /** Who runs the hooks, where a person has said so: one word. */
    host: join(shared, 'host'),
    /** While a manager writes its own hooks: what was there before. */
    activating: join(shared, 'activating.json'),
    /** What core.hooksPath was before a manager was set up by us, and what it became. */
    activated: join(shared, 'activated'),
    /** Why the last request could not be answered. */
    trouble: join(own, 'trouble.json'),
    queue: join(own, 'queue'),
    /** Where HEAD stood when its review was last asked for, or when a checkout was announced: one line, which sh writes as well. */
    asked: join(own, 'asked'),
    lock: join(own, 'lock'),
    /** Which reviewers are at work now. */
    progress: join(own, 'progress.json'),
    /** A name for this worktree that no other ever had. */
    identity: join(own, 'id'),
    /** A folder: who waits for the worker. */
    hurry: join(own, 'waiting'),
    /** Lines that only ever get more: see domain/epoch.ts. Hooks add to it too. */
    epoch: join(own, 'epoch'),
    /** The line that the next commit shows, with the branch it speaks of. */
    openLine: join(own, 'open'),
    /** The review that waits to be handed to an agent. */
    pending: join(own, 'pending'),
    delivered: (review: string) => join(own, 'delivered', review),
    /** That the agent has dealt with its report: beside the mark of the delivery. */
    acknowledged: (review: string) => join(own, 'delivered', `${review}.acknowledged`),
    /** The review that was handed over and whose report still lies there. */
    unanswered: join(own, 'unanswered'),
    /** How often an agent was kept going, by branch, since a review there was clean. */
    revisions: join(own, 'revisions'),
    report: join(paths.root, '.wingman', 'REVIEW.md'),
    reportFolder: join(paths.root, '.wingman'),
  }
}

export type Layout = ReturnType<typeof layout>

/** Loaded when it is needed: it takes 2 ms, and an agent's hook asks for no branch. */
const digestOf = (text: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')
