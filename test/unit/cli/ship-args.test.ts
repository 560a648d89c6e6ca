import { expect, test } from 'vitest'
import { behindShip, shipArgs, wantsJson } from '../../../src/cli/ship-args.ts'

test.each([
  [[], { json: false, push: [] }],
  [['origin', 'main'], { json: false, push: ['origin', 'main'] }],
  [['--force-with-lease', '--json', 'origin'], { json: true, push: ['--force-with-lease', 'origin'] }],
  [['--json', '--', '--json', '-u'], { json: true, push: ['--json', '-u'] }],
  [['--', '--json'], { json: false, push: ['--json'] }],
  [['-f', '--', 'origin', '--', 'x'], { json: false, push: ['-f', '--', 'origin', '--', 'x'] }],
  [['--log-level', 'debug', 'origin'], { json: false, push: ['origin'] }],
  [['--log-level=debug', '-v'], { json: false, push: ['-v'] }],
  [['-o', '--json', 'origin'], { json: false, push: ['-o', '--json', 'origin'] }],
  [['-fo', '--json', '--json'], { json: true, push: ['-fo', '--json'] }],
  [['-ofoo', '--json'], { json: true, push: ['-ofoo'] }],
  [['--push-option', '--json'], { json: false, push: ['--push-option', '--json'] }],
  [['--push-opt', '--', '--json'], { json: true, push: ['--push-opt', '--'] }],
  [['--repo=x', '--json'], { json: true, push: ['--repo=x'] }],
  [['--no-push-option', '--json'], { json: true, push: ['--no-push-option'] }],
  [['-o', '--log-level', 'origin'], { json: false, push: ['-o', '--log-level', 'origin'] }],
  [['--end-of-options', '--json'], { json: false, push: ['--end-of-options', '--json'] }],
  [['origin', '--end-of-options', '--json'], { json: false, push: ['origin', '--end-of-options', '--json'] }],
])('%j', (words, expected) => {
  expect(shipArgs(words)).toMatchObject(expected)
})

test('what stands in front of the command is none of its words', () => {
  expect(behindShip(['--log-level', 'debug', 'ship', 'origin', 'ship'])).toEqual(['origin', 'ship'])
})

test("a document is asked for by a word of ours, not by one of git's", () => {
  expect(wantsJson(['ship', '-o', '--json'])).toBe(false)
  expect(wantsJson(['--log-level', 'debug', 'ship', '--', '--json'])).toBe(false)
  expect(wantsJson(['ship', 'origin', '--json'])).toBe(true)
  expect(wantsJson(['show', 'ship', '--json'])).toBe(true)
})
