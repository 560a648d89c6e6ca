import { expect, test } from 'vitest'
import { watchLines } from '../../src/watch-messages.ts'

const job = { loop: 'basics', reviewer: 'deep', since: 1_000 }
const running = { pid: 7, doing: 'reviewing abc' }

test('a reviewer is told with its time, what it has used and what it said last', () => {
  const cost = { dollars: 0.123, inputTokens: 1_000, outputTokens: 20 }
  const watched = [{ worktree: '/a', running, atWork: [{ ...job, cost, line: 'reads a.ts' }], waiting: 1 }]
  expect(watchLines(watched, 66_000)).toEqual([
    'Process 7: running basics, 1 request waiting',
    '  deep (1 min 5 s, $0.12, 1,020 tokens)',
    '    reads a.ts',
  ])
})

test('what is not known is left out', () => {
  const cost = { dollars: null, inputTokens: null, outputTokens: null }
  const watched = [{ worktree: '/a', running, atWork: [{ ...job, cost }], waiting: 0 }]
  expect(watchLines(watched, 1_000)).toEqual(['Process 7: running basics', '  deep (0 s)'])
})

test('of several worktrees each is named', () => {
  const idle = { running: null, atWork: [], waiting: 2 }
  expect(
    watchLines(
      [
        { worktree: '/a', running, atWork: [], waiting: 0 },
        { worktree: '/b\n', ...idle },
      ],
      0,
    ),
  ).toEqual(['/a', 'Process 7: reviewing abc', '/b', 'Nobody is at work, 2 requests waiting'])
})
