import { expect, test } from 'vitest'
import { presetNames } from '../../../src/adapters/reviewers/rules/presets.ts'
import { PRESETS } from '../../../src/config/schema-reviewers.ts'

test('the config knows the presets that the rules have', () => {
  expect([...PRESETS].sort()).toEqual([...presetNames].sort())
})
