import { afterEach, expect, test, vi } from 'vitest'
import { type RunReviewOptions, runReview } from '../../src/cli/commands/run-review.ts'
import { APPROVED } from '../support/fake-model/roles.ts'
import { expectHeld, gatedScene, gateOf } from '../support/hostile-scene.ts'
import { finding, HALF, modelScene, promptOf, revision, type Scene } from '../support/model-scenes.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'

afterEach(() => vi.restoreAllMocks())

/** As `wingman run review`, in this process; answers what was printed. */
async function run(scene: Scene, options: RunReviewOptions) {
  vi.spyOn(process, 'cwd').mockReturnValue(scene.dir)
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(String(text)) > 0)
  try {
    const status = await runReview(options)
    return { status, stdout: printed.join('') }
  } finally {
    spy.mockRestore()
  }
}

const withoutNonce = (text: string) => text.replace(/\b[0-9a-f]{32}\b/g, 'nonce')

test('--print-prompt shows exactly what would be sent, and sends nothing', async () => {
  const scene = await modelScene(
    { fast: { answer: APPROVED } },
    { more: "context: { commands: { lint: 'echo fine' } }\n" },
  )
  scene.commit('half', HALF)
  const shown = await run(scene, { printPrompt: true, json: true })
  expect(shown.status).toBe(0)
  expect(scene.asked()).toEqual([])
  const { prompts } = JSON.parse(shown.stdout)
  expect(prompts).toMatchObject([{ loop: 'one', reviewer: 'check', models: ['fast'], note: null }])
  expect((await run(scene, { printPrompt: true })).stdout).toContain('+export const half')

  await scene.review()
  expect(withoutNonce(prompts[0].prompt)).toBe(withoutNonce(promptOf(scene.asked()[0])))
})

test('--print-prompt says what was answered before', async () => {
  const scene = await modelScene({ fast: { answer: APPROVED } })
  scene.commit('half', HALF)
  await scene.review()
  expect((await run(scene, { printPrompt: true })).stdout).toContain('answered before')
  expect((await run(scene, { printPrompt: true, fresh: true })).stdout).not.toContain('answered before')
})

test('--agent, --model and --focus are for one run, and speak for no branch and no gate', async () => {
  const scene = await modelScene({ fast: { answer: APPROVED } })
  scene.commit('half', HALF)
  const claude = scriptedClaude('findings', { answer: revision(finding()).answer })
  const { status, stdout } = await run(scene, {
    agent: 'claude',
    model: 'opus',
    focus: 'the locking',
    json: true,
  })
  expect(status).toBe(1)
  const review = JSON.parse(stdout)
  expect(review).toMatchObject({ part: true, loops: [{ loop: 'by-hand', verdict: 'needs-revision' }] })
  const [call] = claude.calls()
  expect(call?.args.join(' ')).toContain('--model opus')
  expect(call?.stdin).toContain('# Look at this in particular\n\nthe locking')
  expect(scene.asked()).toEqual([])
  expect((await scene.review()).loops).toMatchObject([{ loop: 'one', state: 'run', verdict: 'approved' }])
})

test.each<[string, RunReviewOptions]>([
  ['the same model', { agent: 'fast' }],
  ['another model', { agent: 'deep' }],
  ['a question of its own', { agent: 'fast', focus: 'the locking' }],
])('an approval by hand opens no gate: %s', async (_, options) => {
  const scene = await gatedScene(
    { fast: { answer: APPROVED }, deep: { answer: APPROVED } },
    { reviewer: 'model: [fast, deep], prompt: correctness' },
  )
  scene.commit('half', HALF)
  expect((await run(scene, { ...options, json: true })).status).toBe(0)
  await expectHeld(scene)
  await scene.review()
  expect(scene.asked('fast').length + scene.asked('deep').length, 'both are asked all the same').toBe(3)
  expect(await gateOf(scene)).toMatchObject({ allowed: true })
})

test('--focus alone asks the one model that the config names', async () => {
  const scene = await modelScene({ fast: { answer: APPROVED } })
  scene.commit('half', HALF)
  expect((await run(scene, { focus: 'the locking', json: true })).status).toBe(0)
  expect(promptOf(scene.asked('fast')[0])).toContain('the locking')
})

test.each<[string, RunReviewOptions, RegExp]>([
  ['an agent that nobody knows', { agent: 'cluade' }, /no agent or model `cluade`.*/],
  ['nothing to look at', { focus: ' ', agent: 'fast' }, /needs words/],
  ['several models and no terminal to choose at', { focus: 'x' }, /several models: fast, deep/],
  ['a loop beside it', { agent: 'fast', loop: 'one' }, /cannot be used together/],
])('%s is said', async (_, options, message) => {
  const scene = await modelScene(
    { fast: { answer: APPROVED }, deep: { answer: APPROVED } },
    { reviewer: 'model: [fast, deep], prompt: correctness' },
  )
  scene.commit('half', HALF)
  await expect(run(scene, options)).rejects.toThrow(message)
})
