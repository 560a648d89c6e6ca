import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLogged, LOG_LEVELS, logLevel, readLogLine, writeLogLine } from '../../../src/domain/log-line.ts'
import { GITHUB_TOKEN } from '../../support/secrets.ts'

const entry = { at: '2026-01-01T00:00:00.000Z', pid: 1, level: 'info' as const, event: 'x' }
const fact = (value: unknown) =>
  readLogLine(writeLogLine({ ...entry, facts: { value: value as string } }))?.facts.value

test.each([
  ['silent', []],
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['info', ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
] as const)('at level %s this is written: %j', (threshold, written) => {
  const levels = LOG_LEVELS.filter(level => level !== 'silent')
  expect(levels.filter(level => isLogged(level, threshold))).toEqual(written)
})

test('a word that is no level counts as the default', () => {
  expect([logLevel(undefined), logLevel('loud'), logLevel('debug')]).toEqual(['info', 'info', 'debug'])
})

test('a secret is masked, also one with an escape in its middle', () => {
  const secret = GITHUB_TOKEN
  expect(fact(`token ${secret}`)).not.toContain(secret.slice(6))
  expect(fact(`${secret.slice(0, 8)}\x1b[0m${secret.slice(8)}`)).not.toContain(secret.slice(10))
})

test('whatever is logged is one line, short, and can be read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 6000 }), fc.anything(), (event, value) => {
      const line = writeLogLine({ ...entry, event, facts: { value: value as string, event } })
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(Buffer.byteLength(line)).toBeLessThan(4096)
      expect(readLogLine(line)).toMatchObject({ pid: 1, level: 'info' })
    }),
  )
})

test.each(['', '{', 'null', '[]', '{"at":1}', '\0\0'])(
  'a line that is not of this kind is passed over: %j',
  line => {
    expect(readLogLine(line)).toBeNull()
  },
)
