import { expect, test } from 'vitest'
import { digestOf } from '../../../../src/adapters/hooks/file-change.ts'
import { isEditedScript, isKnownText } from '../../../../src/adapters/hooks/known-texts.ts'
import { ALL_HOOKS, GIT_HOOKS, hookScript } from '../../../../src/adapters/hooks/templates.ts'
import { olderStub } from '../../../support/older-stub.ts'

test.each(ALL_HOOKS)('what %s is written as is known by its text', hook => {
  const text = hookScript(GIT_HOOKS[hook])
  // A template was changed: its digest goes into known-texts.ts, below the ones that are there.
  expect(isKnownText(text), digestOf(text)).toBe(true)
  expect(isEditedScript(`${text}# mine\n`)).toBe(true)
})

test('what the first version wrote is known as well', () => {
  expect(isKnownText(olderStub('gate'))).toBe(true)
  expect(isKnownText(olderStub('request'))).toBe(true)
})
