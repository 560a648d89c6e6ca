import { dismissedIn, type FileChange, type Seen, withDismissals } from '../domain/dismissal.ts'
import type { Dismissed } from '../domain/journal.ts'
import type { LoopOutcome, Review } from '../domain/review.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { Git, Store, Terms } from '../ports.ts'

type Asked = Pick<Git, 'fileAt'>

interface World {
  git: Asked
  store: Pick<Store, 'dismissals'>
}

/** The same store, whose results are as they stand now: what a person has dismissed since speaks against nothing. */
export function decidedStore(store: Store, git: Asked): Store {
  return {
    ...store,
    async result(key, terms) {
      const result = await store.result(key, terms)
      // Whoever has an approval, or none at all, is spared the look into the journal: nearly every push comes by here.
      if (!result || 'unreadable' in result || !isHeld(result.outcome)) return result
      return { ...result, outcome: await decide({ git, store }, result.outcome, { ...terms, ...result }) }
    },
  }
}

const isHeld = ({ verdict }: LoopOutcome): boolean => verdict === 'needs-revision' || verdict === 'rejected'

/** An outcome as it stands now. */
export async function decide(
  world: World,
  outcome: LoopOutcome,
  { failOn, snapshot }: Pick<Terms, 'failOn'> & { snapshot: Snapshot },
): Promise<LoopOutcome> {
  const dismissals = await dismissalsOf(world, [outcome])
  if (dismissals.length === 0 && !outcome.dismissed) return outcome
  return withDismissals(outcome, { failOn, dismissals, seen: await seenIn(world.git, snapshot, dismissals) })
}

/** A record as a view of what is open now. Its verdicts are those of its time. */
export async function openNow(world: World, review: Review): Promise<Review> {
  const dismissals = await dismissalsOf(world, review.loops)
  const seen = await seenIn(world.git, review.snapshot, dismissals)
  return {
    ...review,
    loops: review.loops.map(loop => ({ ...loop, dismissed: dismissedIn(loop, { seen, dismissals }) })),
  }
}

async function dismissalsOf({ store }: World, loops: readonly LoopOutcome[]): Promise<Dismissed[]> {
  const found = loops.flatMap(({ reviewers }) => reviewers.flatMap(({ findings }) => findings))
  const ids = new Set(found.map(({ id }) => id))
  return ids.size === 0 ? [] : (await store.dismissals()).filter(({ finding }) => ids.has(finding))
}

async function seenIn(git: Asked, snapshot: Snapshot, dismissals: readonly Dismissed[]): Promise<Seen> {
  const files = [...new Set(dismissals.flatMap(({ file }) => file ?? []))]
  const changes = new Map(
    await Promise.all(files.map(async file => [file, await changeOf(git, snapshot, file)] as const)),
  )
  return { digest: snapshot.digest, changeOf: file => changes.get(file) ?? null }
}

/** Null where one of the trees is not here any more. */
export async function changeOf(
  git: Asked,
  { baseTree, tree }: Pick<Snapshot, 'baseTree' | 'tree'>,
  file: string,
): Promise<FileChange | null> {
  const [before, after] = await Promise.all([git.fileAt(baseTree, file), git.fileAt(tree, file)])
  return before === null || after === null ? null : { before, after }
}
