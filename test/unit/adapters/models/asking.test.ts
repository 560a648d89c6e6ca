import { expect, test } from 'vitest'
import { type Asker, type Heard, type Question, unanswered } from '../../../../src/adapters/models/asker.ts'
import { withBudget } from '../../../../src/adapters/models/with-budget.ts'
import { withFallback } from '../../../../src/adapters/models/with-fallback.ts'
import { withRetries } from '../../../../src/adapters/models/with-retries.ts'
import type { Amount } from '../../../../src/domain/budget.ts'
import type { Cost } from '../../../../src/domain/outcome.ts'
import { agentModel, httpModel } from '../../../support/models.ts'

/** Says these, one after the other, and the last one for ever. */
function player(name: string, ...says: Heard[]): Asker & { asked: Question[] } {
  const asked: Question[] = []
  return {
    name,
    title: name,
    model: httpModel('http://x', { api: 'anthropic', model: 'claude-haiku-4-5', maxOutput: 1_000 }),
    reads: false,
    asked,
    ask: async question => {
      asked.push(question)
      return says[Math.min(asked.length, says.length) - 1] as Heard
    },
  }
}

const lines: string[] = []
const question = (more: Partial<Question> = {}): Question => ({
  prompt: 'x'.repeat(300),
  schema: {},
  tree: null,
  signal: new AbortController().signal,
  notice: ({ line = '' }) => void lines.push(line),
  maxDollars: 0,
  ...more,
})
const cost: Cost = { dollars: 0.01, inputTokens: 10, outputTokens: 2 }
const done: Heard = { state: 'done', answer: {}, cost, output: '{}' }
const busy = (afterMs: number | null): Heard => unanswered('quota', 'busy', { cost, again: { afterMs } })
const PATIENCE = { attempts: 3, firstMs: 5, longestMs: 1_000 }

test('what may go better is tried again, and every attempt costs', async () => {
  const model = player('m', busy(null), busy(1), done)
  expect(await withRetries(model, PATIENCE).ask(question())).toMatchObject({
    state: 'done',
    cost: { dollars: 0.03 },
  })
  expect(lines.at(-1)).toContain('trying m again')
})

test('not for ever', async () => {
  const model = player('m', busy(null))
  expect(await withRetries(model, PATIENCE).ask(question())).toMatchObject({ state: 'quota' })
  expect(model.asked).toHaveLength(3)
})

test('as late as the server asks, or not at all', async () => {
  const model = player('m', busy(300), done)
  const began = performance.now()
  await withRetries(model, PATIENCE).ask(question())
  expect(performance.now() - began).toBeGreaterThanOrEqual(295)
  const far = player('m', busy(5_000), done)
  expect(await withRetries(far, PATIENCE).ask(question())).toMatchObject({ state: 'quota' })
  expect(far.asked).toHaveLength(1)
})

test('what cannot go better is not tried again', async () => {
  const model = player('m', unanswered('failed', 'wrong key'), done)
  expect(await withRetries(model, PATIENCE).ask(question())).toMatchObject({ state: 'failed' })
})

test('cancelling ends the wait', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 20)
  const model = player('m', busy(900), unanswered('cancelled', 'cancelled'))
  const began = performance.now()
  await withRetries(model, PATIENCE).ask(question({ signal: stop.signal }))
  expect(performance.now() - began).toBeLessThan(600)
})

test.each<[Heard['state'], boolean]>([
  ['quota', true],
  ['missing', true],
  ['failed', false],
  ['torn', false],
  ['timed-out', false],
  ['cancelled', false],
])('a model that is %s is stood in for: %s', async (state, expected) => {
  const [first, second] = [player('a', unanswered(state as 'quota', 'why')), player('b', done)]
  const heard = await withFallback([first, second]).ask(question())
  expect(heard.state === 'done').toBe(expected)
  expect(second.asked).toHaveLength(expected ? 1 : 0)
})

test('where nobody can, everybody says why', async () => {
  const nobody = withFallback([
    player('a', unanswered('quota', 'out')),
    player('b', unanswered('missing', 'gone')),
  ])
  expect(await nobody.ask(question())).toMatchObject({ state: 'missing', reason: 'out; gone' })
})

function purse(refuse = false) {
  const wanted: (readonly Amount[])[] = []
  const settled: (Cost | null)[] = []
  return {
    wanted,
    settled,
    reserve: async (_: string, amounts: readonly Amount[]) => {
      wanted.push(amounts)
      const amount = amounts.at(-1) ?? { dollars: 0, tokens: 0 }
      return refuse
        ? { refused: 'the budget is used up' }
        : { amount, settle: async (cost: Cost | null) => void settled.push(cost) }
    },
  }
}

test('a call is paid for before it is made, and one that does not fit is not made', async () => {
  const model = player('m', done)
  const { reserve, wanted, settled } = purse()
  await withBudget(model, reserve).ask(question())
  // 300 characters and the schema are 101 tokens, and 1000 may come back.
  expect(wanted).toEqual([[{ dollars: (101 * 1 + 1_000 * 5) / 1e6, tokens: 0 }]])
  expect(settled).toEqual([cost])

  const poor = player('m', done)
  expect(await withBudget(poor, purse(true).reserve).ask(question())).toMatchObject({
    state: 'quota',
    reason: 'the budget is used up',
  })
  expect(poor.asked).toEqual([])
})

test('where nothing can be noted no call is made, and an answer that was paid for stands', async () => {
  const full = () => Promise.reject(new Error('disk full'))
  const model = player('m', done)
  expect(await withBudget(model, full).ask(question())).toMatchObject({
    state: 'failed',
    reason: 'disk full',
  })
  expect(model.asked).toEqual([])
  const reserve = async () => ({ amount: { dollars: 1, tokens: 0 }, settle: full })
  expect(await withBudget(model, reserve).ask(question())).toMatchObject({ state: 'done' })
})

test('an agent is told to take no more than was set aside for it', async () => {
  const agent = { ...player('m', done), model: agentModel() }
  const { reserve, wanted } = purse()
  await withBudget(agent, reserve).ask(question())
  const least = wanted[0]?.at(-1)?.dollars ?? 0
  expect(agent.asked[0]?.maxDollars).toBe(least)
  expect(least).toBeLessThan(wanted[0]?.[0]?.dollars ?? 0)
})

test('an answer that broke off has cost something, and one that never began has not', async () => {
  const { reserve, settled } = purse()
  await withBudget(player('m', unanswered('timed-out', 'silent', { output: 'so far' })), reserve).ask(
    question(),
  )
  await withBudget(player('m', unanswered('failed', 'wrong key')), reserve).ask(question())
  const printed = { output: '{"type":"error"}', worked: false }
  await withBudget(player('m', unanswered('failed', 'not logged in', printed)), reserve).ask(question())
  await withBudget(player('m', unanswered('failed', 'reset', { worked: true })), reserve).ask(question())
  expect(settled).toMatchObject([
    { inputTokens: 101, estimated: true },
    { dollars: 0, inputTokens: 0 },
    { dollars: 0, inputTokens: 0 },
    { inputTokens: 101, estimated: true },
  ])
})
