import fc from 'fast-check'
import type { Story } from './play.ts'

const path = fc.constantFrom('a', 'a', 'b', 'c')
const line = fc.constantFrom(1, 2, 3, 11)
const value = fc.constantFrom('x', 'y', 'z', 'bad')
const branch = fc.constantFrom('main', 'topic', 'side')
const anyBranch = fc.constantFrom('main', 'topic', 'side', 'origin/main', 'origin/topic')
const gated = fc.constantFrom('main', 'main', 'topic', 'side', 'free')
const back = fc.nat({ max: 3 })
const change = fc.tuple(path, line, value)

type Part = fc.Arbitrary<string | number | (string | number)[]>

const step = (verb: string, ...parts: Part[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map(words => [verb, ...words.flat()].join(' '))

const weighted = (weights: [number, fc.Arbitrary<string>][]): fc.Arbitrary<string> =>
  fc.oneof(...weights.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const HONEST: [number, fc.Arbitrary<string>][] = [
  [8, step('edit', change)],
  [1, step('remove', path)],
  [1, step('empty')],
  [2, step('amend', change)],
  [2, step('reword')],
  [1, step('reset', back)],
  [2, step('undo', back)],
  [5, step('switch', branch)],
  [4, step('merge', anyBranch)],
  [2, step('merge', anyBranch, change)],
  [1, step('merge-ours', anyBranch)],
  [1, step('squash', anyBranch)],
  [2, step('pick', anyBranch)],
  [2, step('revert', back)],
  [4, step('rebase', anyBranch)],
  [5, step('review branch')],
  [4, step('review commit', back)],
  [3, step('review last', back)],
  [2, step('review since', anyBranch)],
  [1, step('policy')],
  [8, step('push', gated)],
  [1, step('push', gated, gated)],
  [2, step('push-all')],
  [1, step('tag', fc.constantFrom('v1', 'v2'))],
  [1, step('delete', gated)],
  [4, step('others', gated, change)],
  [4, step('fetch')],
]

const HOSTILE: [number, fc.Arbitrary<string>][] = [
  [4, step('forge', fc.constantFrom('main', 'topic', 'made-up', 'made/up'))],
  [3, step('vanish', gated)],
  [2, step('park', fc.constantFrom('x', 'y'))],
  [2, step('replace', back, branch)],
]

const storyOf = (steps: fc.Arbitrary<string>): fc.Arbitrary<Story> =>
  fc.record({
    reads: fc.constantFrom('diff', 'diff', 'diff', 'tree', 'both'),
    gates: fc.constantFrom('all', 'some'),
    start: fc.constantFrom('old', 'old', 'new'),
    // Long enough for a history that has something to be wrong about; the last step is a push.
    steps: fc
      .tuple(fc.array(steps, { minLength: 4, maxLength: 16, size: 'max' }), step('push', branch))
      .map(([first, last]) => [...first, last]),
  })

/** What people do. */
export const honestStories = storyOf(weighted(HONEST))
/** What people do, and what somebody does who would like the gate to be open. */
export const hostileStories = storyOf(weighted([...HONEST, ...HOSTILE]))
