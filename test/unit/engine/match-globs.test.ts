import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { matcherFor } from '../../../src/engine/match-globs.ts'

test('`**` is everything, even a remote that is named by a relative path', async () => {
  const matches = await matcherFor(['**'])
  for (const name of ['origin', '../elsewhere.git', './here.git', 'https://host/a/../b.git', '.hidden'])
    expect(matches(name), name).toBe(true)
})

test('no globs match nothing', async () => {
  expect((await matcherFor([]))('main')).toBe(false)
})

test.each([[['main']], [['main', 'release/1']], [['release/*', 'main']], [['src/**/*.ts']], [['*']]])(
  '%j mean what picomatch says, with and without it',
  async globs => {
    const matches = await matcherFor(globs)
    const asked = ['main', 'mainly', 'release/1', 'release/1/2', 'src/a/b.ts', 'src/.a/b.ts', 'Main', '.env']
    expect(asked.filter(matches)).toEqual(asked.filter(name => picomatch(globs, { dot: true })(name)))
  },
)

test.each([
  [
    ['**', '!wip/**'],
    ['main', 'release/1', '../elsewhere.git'],
  ],
  [['!wip/**'], ['main', 'release/1', '../elsewhere.git']],
  [
    ['**', '!wip/**', 'wip/kept'],
    ['main', 'release/1', 'wip/kept', '../elsewhere.git'],
  ],
  [
    ['!wip/**', '**'],
    ['main', 'release/1', 'wip/a', 'wip/kept', '../elsewhere.git'],
  ],
  [['release/*', '!release/1'], []],
  [['!(main|wip)/*'], ['release/1', '../elsewhere.git']],
])('%j: what stands behind `!` is taken away from what was named before', async (globs, expected) => {
  const asked = ['main', 'release/1', 'wip/a', 'wip/kept', '../elsewhere.git']
  expect(asked.filter(await matcherFor(globs))).toEqual(expected)
})
