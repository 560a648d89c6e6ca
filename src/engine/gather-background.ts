import { type Earlier, whatBecame } from '../domain/earlier.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import type { Background, Ports } from '../ports.ts'
import type { ReviewContext } from './gather-context.ts'

type World = Pick<Ports, 'git' | 'store' | 'workplaces' | 'intent' | 'commands'>

interface Given {
  config: Pick<ResolvedConfig, 'context'>
  snapshot: Snapshot
  session: string | null
  context: ReviewContext
  signal: AbortSignal
}

/** Once for all reviewers of a run, and only if one of them asks: its commands may take minutes. */
export function backgroundOnce(world: World, given: Given): () => Promise<Background> {
  let gathered: Promise<Background> | null = null
  return () => (gathered ??= gatherBackground(world, given))
}

async function gatherBackground(world: World, given: Given): Promise<Background> {
  const { config, snapshot, session } = given
  const { intent, task } = config.context
  const [prompts, taskGiven, projectFiles, commands, earlier] = await Promise.all([
    intent ? world.intent.prompts(snapshot, session) : [],
    task ? world.intent.task(snapshot) : null,
    filesAtBase(world, given),
    commandResults(world, given),
    earlierFindings(world, given),
  ])
  return { prompts, task: taskGiven, projectFiles, commands, earlier }
}

/** As the base has them: what the change makes of them must not instruct its own reviewer. */
async function filesAtBase({ git }: World, { config, snapshot }: Given): Promise<Background['projectFiles']> {
  return Promise.all(
    config.context.files.map(async path => {
      const text = (await git.show(snapshot.base, path).catch(() => null))?.toString('utf8')
      // Said, or nobody would see that a name was mistyped.
      return { path, text: text ?? '(not there before this change)' }
    }),
  )
}

/** Of the tree as it is reviewed. A command that cannot be run is told as such; it decides nothing. */
async function commandResults(
  { workplaces, commands }: World,
  { config, snapshot, signal }: Given,
): Promise<Background['commands']> {
  const named = Object.entries(config.context.commands)
  if (named.length === 0) return []
  const workplace = await workplaces.open(snapshot, 'tree')
  try {
    const results: Background['commands'] = []
    // One after the other: they were written for a tree that nobody else works in.
    for (const [name, command] of named) {
      const ran = await commands({ command, dir: workplace.dir, signal })
      results.push({ name, command, ...ran })
    }
    return results
  } finally {
    await workplace.close().catch(() => {})
  }
}

async function earlierFindings({ store }: World, { config, snapshot, context }: Given): Promise<Earlier[]> {
  if (!config.context.earlier || snapshot.branch === null) return []
  const latest = await store.latest(snapshot.branch)
  // A record that cannot be read tells nothing; it is set aside by whoever looks at it.
  const review = latest && (await store.review(latest.review).catch(() => null))
  if (!review) return []
  return whatBecame(review, path => {
    const file = context.files.find(one => one.path === path)
    return file
      ? file.hunks
          .flatMap(hunk => hunk.lines.flatMap(line => (line.kind === 'removed' ? [] : line.text)))
          .join('\n')
      : null
  })
}
