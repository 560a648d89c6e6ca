import { expect, test } from 'vitest'
import { behindShip, shipArgs } from '../../../src/cli/ship-args.ts'

test.each([
  [[], { json: false, push: [] }],
  [['origin', 'main'], { json: false, push: ['origin', 'main'] }],
  [['--force-with-lease', '--json', 'origin'], { json: true, push: ['--force-with-lease', 'origin'] }],
  [['--json', '--', '--json', '-u'], { json: true, push: ['--json', '-u'] }],
  [['-f', '--', 'origin', '--', 'x'], { json: false, push: ['-f', 'origin', '--', 'x'] }],
  [['--log-level', 'debug', 'origin'], { json: false, push: ['origin'] }],
  [['--log-level=debug', '-v'], { json: false, push: ['-v'] }],
])('%j', (words, expected) => {
  expect(shipArgs(words)).toEqual(expected)
})

test('what stands in front of the command is none of its words', () => {
  expect(behindShip(['--log-level', 'debug', 'ship', 'origin', 'ship'])).toEqual(['origin', 'ship'])
})
