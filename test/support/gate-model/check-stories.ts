import fc from 'fast-check'
import { expect } from 'vitest'
import { play, type Story, type Tally } from './play.ts'

/** The full count takes minutes; CI plays fewer, and says so. Half of them are hostile. */
export const IS_FULL = process.env.GATE_RUNS === 'full'
const RUNS = IS_FULL ? 1_000 : Number(process.env.GATE_RUNS) || 30
const SEED = Number(process.env.GATE_SEED) || Date.now() % 0x7fffffff

/** Plays them all. No false approval, ever; false holds are counted. */
export async function checkStories(what: string, stories: fc.Arbitrary<Story>): Promise<Tally> {
  const tally: Tally = { pushes: 0, passes: 0, falseHolds: 0, shortest: null }
  const began = performance.now()
  const details = await fc.check(
    fc.asyncProperty(stories, story => play(story, tally)),
    // A gate that waits for itself gives no answer, which is no approval but a failure all the same.
    { numRuns: RUNS, seed: SEED, timeout: 60_000 },
  )
  const seconds = Math.round((performance.now() - began) / 1000)
  const { shortest, ...counts } = tally
  console.log(
    `${what}: GATE_SEED=${SEED}, ${details.numRuns} runs in ${seconds} s, ${JSON.stringify(counts)}`,
  )
  if (shortest && IS_FULL) console.log(`The shortest false hold:\n${shortest.join('\n')}`)
  if (details.failed) expect.fail(told(details.counterexample?.[0], details.errorInstance))
  return tally
}

/** The shortest story that shows it, a line for each step. */
function told(story: Story | undefined, error: unknown): string {
  const { steps = [], ...setting } = story ?? {}
  const why = error instanceof Error ? error.message : String(error)
  return [`GATE_SEED=${SEED}`, JSON.stringify(setting), ...steps.map(step => `  ${step}`), '', why].join('\n')
}
