import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { identify, inReadingOrder, placeOf } from '../../../src/domain/finding.ts'
import { draft } from '../../support/findings.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const by = { loop: 'basics', reviewer: 'rules' }
const idOf = (...drafts: Parameters<typeof identify>[0]) => identify(drafts, by, digest).map(({ id }) => id)

test('a finding keeps its id when lines are added above it or its code is re-indented', () => {
  expect(idOf(draft({ line: 40, quote: '    debugger' }))).toEqual(
    idOf(draft({ line: 1, quote: 'debugger' })),
  )
})

test('another file, rule, reviewer or code is another finding', () => {
  const other = [draft({ file: 'src/b.ts' }), draft({ rule: 'x' }), draft({ quote: 'debugger // two' })]
  const ids = new Set([...idOf(draft()), ...other.flatMap(each => idOf(each))])
  ids.add(identify([draft()], { loop: 'basics', reviewer: 'correctness' }, digest)[0]?.id ?? '')
  expect(ids.size).toBe(5)
})

test('the same slip twice in a file is two findings', () => {
  expect(new Set(idOf(draft({ line: 1 }), draft({ line: 9 }))).size).toBe(2)
})

test('people read the worst first, then by file and line', () => {
  const order = inReadingOrder([
    draft({ severity: 'warning', file: 'a.ts' }),
    draft({ file: 'b.ts', line: 2 }),
    draft({ file: 'b.ts', line: 1 }),
    draft({ file: null }),
  ])
  expect(order.map(placeOf)).toEqual(['the change', 'b.ts:1', 'b.ts:2', 'a.ts:1'])
})
