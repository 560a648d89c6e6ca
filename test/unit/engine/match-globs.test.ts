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
