import { expect, test } from 'vitest'
import { contentKey, readsOf } from '../../../src/domain/content-key.ts'
import { loopsFor, loopsUpTo } from '../../../src/domain/loop.ts'
import type { ResolvedLoop } from '../../../src/domain/resolved-config.ts'
import type { Trigger } from '../../../src/domain/trigger.ts'

const loop = (name: string, on: Trigger[]): ResolvedLoop => ({
  name,
  on,
  reviewers: [],
  failOn: 'critical',
  maxRevisions: 3,
  reads: 'diff',
  policy: name,
})

const LOOPS = [
  loop('basics', ['post-commit']),
  loop('security', ['session-idle']),
  loop('standards', ['post-commit', 'explicit']),
  loop('integration', ['task-done']),
]

test.each<[Trigger, string[]]>([
  ['post-commit', ['basics', 'security', 'standards']],
  ['session-idle', ['basics', 'security']],
  ['task-done', ['basics', 'security', 'standards', 'integration']],
])('%s runs its loops, and the ones they stand on', (trigger, names) => {
  expect(loopsFor(LOOPS, trigger).map(({ name }) => name)).toEqual(names)
})

test('a trigger that no loop names runs nothing', () => {
  expect(loopsFor([loop('basics', ['explicit'])], 'post-commit')).toEqual([])
})

test('a loop by name stands on the ones before it', () => {
  expect(loopsUpTo(LOOPS, 'security').map(({ name }) => name)).toEqual(['basics', 'security'])
})

test('a result depends on what its loop read', () => {
  const rules = { kind: 'rules', paths: null } as const
  const run = { kind: 'run', paths: null } as const
  expect(readsOf([rules, { kind: 'model', paths: null }])).toBe('diff')
  expect(readsOf([run])).toBe('tree')
  expect(readsOf([rules, run])).toBe('both')
  // Whether it ran at all was up to the change.
  expect(readsOf([{ ...run, paths: ['src/**'] }])).toBe('both')
})

test('another diff or another tree is another content, for the loops that read it', () => {
  const one = { digest: 'd1', tree: 't1' }
  expect(contentKey('diff', one)).toBe(contentKey('diff', { ...one, tree: 't2' }))
  expect(contentKey('tree', one)).toBe(contentKey('tree', { ...one, digest: 'd2' }))
  expect(contentKey('both', one)).not.toBe(contentKey('both', { ...one, digest: 'd2' }))
  expect(contentKey('both', one)).not.toBe(contentKey('both', { ...one, tree: 't2' }))
})
