import { describe, expect, test, vi } from 'vitest'
import { log } from '../../src/cli/commands/log.ts'
import { APPROVED } from '../support/fake-model/roles.ts'
import { HALF, modelScene, onlyReviewer } from '../support/model-scenes.ts'

/** `fast` as a model with a price, behind Anthropic's API. */
async function priced(budget: string, cast = {}) {
  vi.stubEnv('SOME_KEY', 'k')
  const scene = await modelScene(
    { 'claude-haiku-4-5': { answer: APPROVED }, ...cast },
    { reviewer: 'model: claude-haiku-4-5, prompt: correctness' },
  )
  const config = scene
    .read('wingman.config.yaml')
    .replace(
      /api: openai-compatible, (baseUrl: '[^']+', model: claude-haiku-4-5)/,
      'api: anthropic, keyEnv: SOME_KEY, $1',
    )
  scene.git('switch', '-q', 'main')
  scene.commit('priced', { 'wingman.config.yaml': `${config}budget: ${budget}\n` })
  scene.git('switch', '-q', '-C', 'topic')
  scene.commit('half', HALF)
  return scene
}

describe('a call that does not fit into the budget is not made', () => {
  test.each([
    ['of the reviewer', "{ perReviewer: '$0.01' }", 'perReviewer'],
    ['of the review', "{ perReview: '$0.01' }", 'perReview'],
    ['of the day', "{ perDay: '$0.01' }", 'perDay'],
  ])('%s', async (_, budget, name) => {
    const scene = await priced(budget)
    const review = await scene.review()
    expect(review).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining(`\`budget.${name}\` is $0.01`),
    })
    expect(onlyReviewer(review).state).toBe('quota')
    expect(scene.asked()).toEqual([])
  })

  test('in tokens, where a model has no price', async () => {
    const scene = await modelScene(
      { fast: { answer: APPROVED } },
      { more: 'budget: { tokensPerReview: 10000 }\n' },
    )
    scene.commit('half', HALF)
    expect((await scene.review()).reason).toContain('`budget.tokensPerReview` is 10,000')
    expect(scene.asked()).toEqual([])
  })
})

test('what was spent is kept, with what was worked out, and counts for the next review', async () => {
  const scene = await priced("{ perDay: '$0.082' }")
  const first = onlyReviewer(await scene.review())
  expect(first.cost).toMatchObject({ estimated: true })
  expect(first.cost?.dollars).toBeGreaterThan(0)
  vi.spyOn(process, 'cwd').mockReturnValue(scene.dir)
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0)
  await log({ cost: true, json: true })
  vi.restoreAllMocks()
  const { days } = JSON.parse(printed.join(''))
  expect(days).toMatchObject([
    { calls: 1, open: 0, cost: { dollars: first.cost?.dollars }, reviews: [{ reviewer: 'check', calls: 1 }] },
  ])

  // What is left is not enough for the largest answer once more.
  scene.commit('more', { 'b.js': 'export const b = 1\n' })
  expect((await scene.review()).reason).toContain('`budget.perDay`')
  expect(scene.asked()).toHaveLength(1)
})
