import { expect, test } from 'vitest'
import { maskAfter, maskFor } from '../../../src/domain/shared-mask.ts'

test.each([
  ['', null],
  ['umask', null],
  ['false', null],
  ['0', null],
  ['group\n', 'g+rwx'],
  ['true', 'g+rwx'],
  ['1', 'g+rwx'],
  ['everybody', 'g+rwx,o+rx'],
  ['0660', '0007'],
  ['0640', '0027'],
  ['0664', '0002'],
  ['0888', null],
  ['$(rm -rf .)', null],
])('core.sharedRepository=%j asks for %j', (setting, asked) => {
  expect(maskFor(setting)).toBe(asked)
})

test('a group is let in, and nobody whom the person keeps out besides', () => {
  expect(maskAfter('g+rwx', 0o022)).toBe(0o002)
  expect(maskAfter('g+rwx', 0o077)).toBe(0o007)
  expect(maskAfter('g+rwx,o+rx', 0o077)).toBe(0o002)
  expect(maskAfter('0027', 0o022)).toBe(0o027)
  expect(maskAfter('g+rwx; rm', 0o022)).toBeNull()
})
