import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { effectOf, gatesFor, parsePushedRef, STANDINGS, worst } from '../../../src/domain/gate.ts'
import type { ResolvedGate } from '../../../src/domain/resolved-config.ts'

const sha = (digit: string, length = 40) => digit.repeat(length)
const matches = (globs: readonly string[], name: string) => picomatch([...globs], { dot: true })(name)

const gate = (more: Partial<ResolvedGate> = {}): ResolvedGate => ({
  name: 'ship',
  branches: ['**'],
  remotes: ['**'],
  requires: ['basics'],
  mode: 'block',
  whenMissing: 'block',
  whenStale: 'block',
  whenUnknown: 'block',
  whenPending: 'wait',
  exceptions: 'person',
  ...more,
})

test.each([
  ['a branch', `refs/heads/a ${sha('1')} refs/heads/a ${sha('2')}`, { local: sha('1'), remote: sha('2') }],
  ['a new branch', `refs/heads/a ${sha('1')} refs/heads/a ${sha('0')}`, { local: sha('1'), remote: null }],
  ['a deletion', `(delete) ${sha('0')} refs/heads/a ${sha('2')}`, { local: null, remote: sha('2') }],
  [
    'an expression with spaces',
    `HEAD^{/fix bug} ${sha('1')} refs/heads/a ${sha('2')}`,
    { localRef: 'HEAD^{/fix bug}' },
  ],
  [
    'SHA-256',
    `refs/heads/a ${sha('1', 64)} refs/heads/a ${sha('0', 64)}`,
    { local: sha('1', 64), remote: null },
  ],
])('git names %s', (_, line, expected) => {
  expect(parsePushedRef(line)).toMatchObject(expected)
})

test('a line that git would not write is not guessed at', () => {
  for (const line of [
    '',
    'x',
    'refs/heads/a abc refs/heads/a def',
    `refs/heads/a ${sha('1')} refs/heads/a`,
  ]) {
    expect(parsePushedRef(line)).toBeNull()
  }
})

test('a gate holds the branches and remotes it names, and every tag', () => {
  const gates = [gate({ branches: ['main', 'release/*'], remotes: ['origin'] })]
  const held = (remoteRef: string, remote = 'origin') =>
    gatesFor(gates, { remoteRef, remote }, matches).length === 1
  expect(held('refs/heads/main')).toBe(true)
  expect(held('refs/heads/release/1')).toBe(true)
  expect(held('refs/heads/topic')).toBe(false)
  expect(held('refs/heads/main', 'fork')).toBe(false)
  expect(held('refs/tags/v1')).toBe(true)
})

test('only an approval passes a gate that says nothing else', () => {
  for (const standing of STANDINGS) {
    expect(effectOf(gate(), standing)).toBe(standing === 'approved' ? 'pass' : 'block')
    expect(effectOf(gate({ mode: 'warn' }), standing)).toBe(standing === 'approved' ? 'pass' : 'warn')
  }
})

test('no policy waves a finding or a rejection through', () => {
  const lax = gate({ whenMissing: 'allow', whenStale: 'allow', whenUnknown: 'allow', whenPending: 'allow' })
  expect(effectOf(lax, 'needs-revision')).toBe('block')
  expect(effectOf(lax, 'rejected')).toBe('block')
  expect(effectOf(lax, 'missing')).toBe('pass')
})

test('of several effects the strictest counts', () => {
  expect(worst(['pass', 'warn', 'block'])).toBe('block')
  expect(worst(['pass', 'warn'])).toBe('warn')
  expect(worst([])).toBe('pass')
})
