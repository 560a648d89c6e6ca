import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { gatedRepository } from '../support/gate-scenes.ts'
import { ENTRY, RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

/** Says two lines, and ends when it is let go. */
const SLOW = `reviewers:
  slow: { run: 'echo one; echo token AKIAIOSFODNN7EXAMPLE; while [ ! -e .git/go ]; do sleep 0.05; done' }
loops:
  basics:
    reviewers: [slow]
gates:
  ship:
    requires: [basics]
`

interface Watcher {
  child: ChildProcess
  /** Until it has printed this. */
  saw(pattern: RegExp): Promise<string>
  ended(): Promise<{ code: number | null; output: string }>
}

function watching({ dir }: WingmanRepository, ...args: string[]): Watcher {
  const child = spawn(process.execPath, [ENTRY, 'watch', ...args], { cwd: dir })
  const exit = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += data))
  return {
    child,
    async saw(pattern) {
      while (!pattern.test(output)) {
        const more = await Promise.race([once(child.stdout, 'data'), exit.then(() => null)])
        if (more === null && !pattern.test(output)) throw new Error(`ended without ${pattern}: ${output}`)
      }
      return output
    },
    async ended() {
      const [code] = await exit
      return { code, output }
    },
  }
}

function underReview(): WingmanRepository {
  const repository = gatedRepository(SLOW)
  repository.commit('slow', { 'a.js': 'export const a = 2\n' })
  return repository
}

const letGo = (repository: WingmanRepository) => repository.write({ '.git/go': '' })

test('what a reviewer says is seen while it is at work, without secrets, and watching ends with the review', async () => {
  const repository = underReview()
  const [json, plain] = [watching(repository, '--json'), watching(repository)]
  await json.saw(/"reviewer":"slow".*"line":"token AKIA\*{4}"/)
  await plain.saw(/running basics, 1 request waiting\n {2}slow \(\d+ s\)\n {4}token AKIA\*{4}\n/)
  letGo(repository)
  const [states, words] = [await json.ended(), await plain.ended()]
  expect(states.code, states.output).toBe(0)
  expect(states.output.trim().split('\n').at(-1)).toBe('{"version":1,"watched":[]}')
  expect(words.code, words.output).toBe(0)
  expect(words.output).toMatch(/Approved · review [\w-]+/)
  expect(states.output + words.output).not.toContain('AKIAIOSFODNN7EXAMPLE')
})

test('Ctrl-C stops watching and nothing else', async () => {
  const repository = underReview()
  const watcher = watching(repository)
  await watcher.saw(/slow \(/)
  watcher.child.kill('SIGINT')
  const { code, output } = await watcher.ended()
  expect(code).toBe(130)
  expect(output).toContain('You stopped watching; the review goes on.')
  letGo(repository)
  await repository.reviewed()
  expect(repository.wingman('status').stdout).toContain('approved')
})

test('where nothing is under way it says so', () => {
  const repository = gatedRepository(RULES_ONLY)
  expect(repository.wingman('watch')).toMatchObject({ status: 0, stdout: 'Nothing is under review here.\n' })
  expect(repository.wingman('watch', '--json').stdout).toBe('{"version":1,"watched":[]}\n')
})
