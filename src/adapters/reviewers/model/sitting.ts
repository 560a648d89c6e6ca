import { randomBytes } from 'node:crypto'
import { addCosts } from '../../../domain/cost.ts'
import type { Cost } from '../../../domain/outcome.ts'
import type { ModelReviewer, ResolvedModel } from '../../../domain/resolved-config.ts'
import type { ReviewWork, Workplace } from '../../../ports.ts'
import type { AgentProgress } from '../../agents/agent.ts'
import type { Asker, Heard } from '../../models/asker.ts'
import { type OpenOptions, openModel } from '../../models/open-model.ts'

/** What all questions of one reviewer have in common. */
export interface Sitting {
  reviewer: ModelReviewer
  work: ReviewWork
  instructions: string
  open(model: ResolvedModel): Asker
  /** The tree that agents may read, exported when the first one wants it. */
  tree(): Promise<string>
  ask(
    asker: Asker,
    question: { prompt: string; schema: Record<string, unknown>; reads: boolean },
  ): Promise<Heard>
  nonce(): string
}

/** Uses a sitting, and clears it away afterwards. */
export async function sit<T>(
  {
    reviewer,
    work,
    instructions,
    options,
  }: Pick<Sitting, 'reviewer' | 'work' | 'instructions'> & { options: OpenOptions },
  use: (sitting: Sitting) => Promise<T>,
): Promise<T> {
  let exported: Promise<Workplace> | null = null
  const tree = async () => {
    exported ??= work.workplaces.open(work.snapshot, 'export')
    return (await exported).dir
  }
  const costs: (Cost | null)[] = []
  const spend = (cost: Cost | null) => {
    const total = addCosts(costs.concat(cost))
    if (total) work.spent(total)
  }
  const sitting: Sitting = {
    reviewer,
    work,
    instructions,
    tree,
    open: model => openModel(model, options, work.reserve),
    async ask(asker, { prompt, schema, reads }) {
      work.say(`asking ${asker.title}`)
      const notice = ({ line, cost }: AgentProgress) => {
        if (line !== undefined) work.say(line)
        if (cost) spend(cost)
      }
      const { signal } = work
      const heard = await asker.ask({
        prompt,
        schema,
        tree: reads ? tree : null,
        signal,
        notice,
        maxDollars: 0,
      })
      costs.push(heard.cost)
      spend(null)
      return heard
    },
    nonce: () => randomBytes(16).toString('hex'),
  }
  try {
    return await use(sitting)
  } finally {
    // The answer stands, even if a folder stays behind.
    const opened = exported as Promise<Workplace> | null
    await opened?.then(place => place.close()).catch(() => {})
  }
}
