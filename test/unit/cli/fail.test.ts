import { expect, test, vi } from 'vitest'
import { fail } from '../../../src/cli/fail.ts'
import { WingmanError } from '../../../src/errors.ts'

function said(error: unknown): { code: number; text: string } {
  const written: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0)
  const code = fail(error)
  spy.mockRestore()
  return { code, text: written.join('') }
}

test('what nobody expected is called our bug, with its stack and where to report it', () => {
  const { code, text } = said(new TypeError('x is not a function'))
  expect(code).toBe(3)
  expect(text).toContain('wingman: this is a bug of ours. Nothing was approved because of it.')
  expect(text).toMatch(/TypeError: x is not a function\n +at .*fail\.test\.ts/)
  expect(text).toContain('"Reporting a bug" in the README')
})

test('what a person can mend has a code, a sentence and a hint, and no stack', () => {
  const { code, text } = said(
    new WingmanError({ code: 'E_USAGE', message: 'No such loop.', hint: 'Known: basics.' }),
  )
  expect(code).toBe(2)
  expect(text).toBe('wingman: No such loop. [E_USAGE]\n  Known: basics.\n')
})
