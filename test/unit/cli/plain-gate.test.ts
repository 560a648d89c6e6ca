import { expect, test } from 'vitest'
import { plainGate } from '../../../src/cli/plain-gate.ts'

test.each([
  [['gate'], { refs: [], options: {} }],
  [['gate', '--json'], { refs: [], options: { json: true } }],
  [['gate', 'main', 'allow'], { refs: ['main', 'allow'], options: {} }],
  [['gate', 'main', '--json', 'v1'], { refs: ['main', 'v1'], options: { json: true } }],
])('%j is a plain question', (args, question) => {
  expect(plainGate(args)).toEqual(question)
})

test.each([
  [[]],
  [['status']],
  [['gate', '--help']],
  [['gate', '--remote', 'x']],
  [['gate', '--', '-x']],
  [['gate', '']],
  [['gate', 'allow', 'main']],
  [['gate', 'report', '--json']],
  [['gate', 'check']],
])('%j is left to the parser', args => {
  expect(plainGate(args)).toBeNull()
})
