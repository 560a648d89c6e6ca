import { expect, test } from 'vitest'
import { stepsTo } from '../../../src/engine/steps.ts'
import type { Step, Store } from '../../../src/ports.ts'

const oid = (letter: string): string => letter.repeat(40)

/** `b→a` is a commit b with the parent a. */
function storeWith(...steps: string[]): Store {
  const known = new Map(
    steps.map(step => {
      const [commit = '', parent = ''] = step.split('→')
      return [oid(commit), { tree: oid(commit), parent: oid(parent), digest: `of ${commit}` } satisfies Step]
    }),
  )
  return {
    step: async (commit: string) => known.get(commit) ?? null,
    digest: async () => 'of the store',
  } as unknown as Store
}

const names = async (store: Store, tip: string, end: string) =>
  (await stepsTo(store, oid(tip), oid(end)))?.news.map(commit => commit.oid[0]).join('') ?? null

test.each([
  { steps: ['c→b', 'b→a'], tip: 'c', end: 'a', found: 'cb', why: 'it leads to what the remote has' },
  { steps: ['c→b'], tip: 'c', end: 'a', found: null, why: 'nobody looked at the one below' },
  { steps: ['c→b', 'b→a', 'a→d'], tip: 'c', end: 'e', found: null, why: 'it leads past what the remote has' },
  { steps: ['c→b', 'b→c'], tip: 'c', end: 'a', found: null, why: 'it leads in a circle' },
  { steps: [], tip: 'a', end: 'a', found: '', why: 'there is nothing new' },
])('$why: $found', async ({ steps, tip, end, found }) => {
  expect(await names(storeWith(...steps), tip, end)).toBe(found)
})

test('the digests on the way are known, all others are asked for', async () => {
  const steps = await stepsTo(storeWith('b→a'), oid('b'), oid('a'))
  expect(await steps?.evidence.digest(oid('b'), oid('a'))).toBe('of b')
  expect(await steps?.evidence.digest(oid('b'), oid('c'))).toBe('of the store')
})
