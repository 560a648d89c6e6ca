import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  RULE_SET_VERSION,
  RULES,
  ruleIds,
  ruleSetDigestInput,
} from '../../../../../src/adapters/reviewers/rules/index.ts'

const filesIn = (path: string, suffix: string) =>
  readdirSync(new URL(path, import.meta.url)).map(name => name.slice(0, -suffix.length))

it('has every rule of the folder in the table, under the name of its file', () => {
  const files = filesIn('../../../../../src/adapters/reviewers/rules/rules', '.ts')
  expect([...ruleIds].sort()).toEqual(files.sort())
})

it('has a test for every rule', () => {
  expect(filesIn('./rules', '.test.ts').sort()).toEqual([...ruleIds].sort())
})

it.each(RULES.map(rule => [rule.id, rule] as const))('%s speaks in sentences', (id, { reason, fix }) => {
  expect(id).toMatch(/^[a-z][a-z-]*$/)
  expect(reason).toMatch(/^[A-Z][^\n]*\.$/)
  expect(fix).toMatch(/^[A-Z][^\n]*\.$/)
})

it('hands the policy digest plain data', () => {
  const input = ruleSetDigestInput()
  expect(JSON.parse(JSON.stringify(input))).toEqual(input)
  expect(input.version).toBe(RULE_SET_VERSION)
  expect(input.rules).toContainEqual({ id: 'focused-test', severity: 'critical' })
})
