import { chmodSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Script } from '../support/fake-model/reply.ts'
import { APPROVED } from '../support/fake-model/roles.ts'
import { temporaryFolder } from '../support/repository.ts'
import { chosenAgents } from './pinned.ts'
import { key, LISTED, ORDERS, reviewBy, SECRET, write } from './rig.ts'
import { rigs } from './rigs.ts'
import { outcomeOf, SCENES } from './scenes.ts'

afterEach(() => vi.unstubAllEnvs())

const approving: Script = () => ({ answer: APPROVED })

/** Tries one thing after the other, whatever comes back, and then approves. */
const trying =
  (replies: ReturnType<Script>[]): Script =>
  (_, index) =>
    replies[index] ?? { answer: APPROVED }

function standIn(name: string, script: string): string {
  const file = join(temporaryFolder(), name)
  write(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

describe.each(chosenAgents())('the real %s', name => {
  const rig = rigs[name]
  const real = join(rig.bin, rig.agent.name)

  test.each(SCENES.map(scene => [scene.name, scene] as const))(
    '%s',
    async (_, { outcomes, alsoOf, reason, ...scene }) => {
      const reviewed = await reviewBy(rig, scene)
      const { answer, left, seconds, model } = reviewed
      expect(model.requests.length, 'it did ask the model').toBeGreaterThan(0)
      const right = [...outcomes, alsoOf?.[name]]
      expect(right, JSON.stringify({ ...answer, output: answer.output.slice(-2_000) })).toContain(
        outcomeOf(reviewed),
      )
      if (reason) expect(answer).toMatchObject({ reason: expect.stringMatching(reason) })
      expect(left).toEqual([])
      expect(seconds).toBeLessThan(150)
    },
  )

  test('is heard while it works, and tells what it used', async () => {
    const { answer, notices } = await reviewBy(rig, ({ dir }) => ({
      script: trying([rig.read(`${dir}/src/a.ts`)]),
    }))
    expect(notices.map(notice => notice.line).join('\n')).toContain('a.ts')
    expect(answer.cost).toMatchObject(
      rig.agent.name === 'copilot' ? {} : { outputTokens: expect.any(Number) },
    )
  })

  test('reads the export, and can do nothing else', async () => {
    const reviewed = await reviewBy(rig, at => {
      const replies = [rig.read(`${at.dir}/src/a.ts`), ...rig.attempts(at)]
      return { script: trying(replies), silenceMs: 30_000 }
    })
    const { answer, model, before, after, home, left } = reviewed
    expect(answer, answer.output.slice(-2_000)).toMatchObject({ state: 'done' })
    const heard = model.requests.map(request => request.text).join('\n')
    expect(heard, 'it can read the export').toContain('in the export')
    expect(model.requests.length).toBeGreaterThan(rig.attempts({ home, dir: home, url: model.url }).length)
    expect(heard).not.toContain(SECRET)
    expect(heard).not.toContain(key())
    expect(heard).not.toContain(LISTED)
    expect(heard, 'the tree gives no orders').not.toContain(ORDERS)
    expect(after).toEqual(before)
    expect(existsSync(join(home, 'new.txt'))).toBe(false)
    expect(JSON.stringify(model.requests.map(request => request.headers))).not.toContain('astray')
    expect(model.others.join()).not.toContain('was-here')
    expect(left).toEqual([])
  })

  test('a path that the change mentions is a word, and no file that is sent along', async () => {
    const { answer, model } = await reviewBy(rig, ({ home, dir }) => {
      const outside = [`${home}/secret.txt`, `"${home}/secret.txt"`, '~/secret.txt']
      const paths = [...outside, `${relative(dir, home)}/secret.txt`, 'src/a.ts', '"src/a.ts"']
      const mentions = paths.flatMap(path => [`@${path}`, `+ @${path}`, `@{${path}}`, `!{cat ${path}}`])
      return { script: approving, prompt: `Review this.\n${mentions.join('\n')}\n+@Injectable() $& $$` }
    })
    expect(answer, answer.output.slice(-2_000)).toMatchObject({ state: 'done' })
    const heard = model.requests.map(request => request.text).join('\n')
    expect(heard).not.toContain(SECRET)
    expect(heard).not.toContain('in the export')
    expect(heard, 'and it comes as it is').toContain('\\n+@Injectable() $& $$')
  })

  test.each(['/help', '/quit', '!id'])('a prompt that begins with %s is a prompt', async begin => {
    const { model } = await reviewBy(rig, { script: approving, prompt: `${begin} this\nReview it.` })
    expect(model.requests[0]?.text).toContain(`${begin} this\\nReview it.`)
  })

  test('a banner before its output is no harm', async () => {
    const program = standIn(name, `echo 'A new version is available!'\necho '{not json'\nexec '${real}' "$@"`)
    expect(outcomeOf(await reviewBy(rig, { script: approving, program }))).toBe('valid')
  })

  test('one that hangs ends by the clock, and nothing is left running', async () => {
    const program = standIn(name, `trap '' TERM\nsleep 600 & sleep 600`)
    const { answer, left } = await reviewBy(rig, { script: approving, program, silenceMs: 1_000 })
    expect(answer).toMatchObject({
      state: 'timed-out',
      reason: expect.stringContaining('said nothing for 1 s'),
    })
    expect(left).toEqual([])
  })

  test('one that crashes is a failure, with its last words', async () => {
    const program = standIn(name, `echo 'TypeError: boom' >&2\nexit 7`)
    expect((await reviewBy(rig, { script: approving, program })).answer).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/exit code 7: TypeError: boom/),
    })
  })

  test('cancelling ends it in the middle, and nothing is left running', async () => {
    const controller = new AbortController()
    const script: Script = () => {
      setTimeout(() => controller.abort(), 500)
      return { fault: 'endless' }
    }
    const { answer, left } = await reviewBy(rig, { script, signal: controller.signal })
    expect(answer.state).toBe('cancelled')
    expect(left).toEqual([])
  })

  test('one that is not there is missing', async () => {
    expect(await rig.agent.detect([temporaryFolder()])).toBe(null)
    const program = join(temporaryFolder(), name)
    expect((await reviewBy(rig, { script: approving, program })).answer.state).toBe('missing')
  })
})
