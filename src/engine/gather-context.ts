import type { ResolvedConfig } from '../domain/resolved-config.ts'
import type { ChangedFile, Snapshot } from '../domain/snapshot.ts'
import type { CommitMessage, Git } from '../ports.ts'
import { matcherFor } from './match-globs.ts'

/** What the reviewers of a run have in common. */
export interface ReviewContext {
  files: ChangedFile[]
  /** Left out by `context.ignore`; a command that runs the tree has them all the same. */
  ignored: ChangedFile[]
  messages: CommitMessage[]
  /** What may stand in one question to a model, in tokens. */
  room: { diff: number; rest: number }
}

/** Snapshot → Context. */
export async function gatherContext(
  git: Git,
  snapshot: Snapshot,
  config: ResolvedConfig,
): Promise<ReviewContext> {
  const [all, messages] = await Promise.all([
    git.changes(snapshot.base, snapshot.commit),
    config.context.intent ? git.messages(snapshot.base, snapshot.commit) : [],
  ])
  const isIgnored = await matcherFor(config.context.ignore)
  return {
    files: all.filter(file => !isIgnored(file.path)),
    ignored: all.filter(file => isIgnored(file.path)),
    messages: messages.filter(({ oid }) => snapshot.kind === 'commit' || oid !== snapshot.commit),
    room: { diff: config.context.diffTokens, rest: config.context.tokens },
  }
}
