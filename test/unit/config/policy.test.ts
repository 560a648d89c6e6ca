import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/config/policy.ts'
import { folderWith, put, resolved } from '../../support/config-folder.ts'

const base = {
  models: {
    fast: { agent: 'claude', model: 'haiku' },
    other: { agent: 'codex' },
  },
  reviewers: {
    types: { run: 'tsc' },
    correct: { model: 'fast', prompt: './p.md' },
    spare: { run: 'true' },
  },
  loops: {
    mine: { reviewers: ['rules', 'types', 'correct'] },
    next: { reviewers: ['spare'] },
  },
}

const root = () => folderWith({ 'p.md': 'Look.', 'q.md': 'Look harder.' })

/** The digest of the loop `mine`. */
function policy(document: unknown, { at = root(), ruleSet = { version: 1 } as unknown } = {}): string {
  return resolved(document, { root: at, ruleSet }).loops.find(loop => loop.name === 'mine')?.policy ?? ''
}

const mine = (change: object) => ({
  ...base,
  loops: { ...base.loops, mine: { ...base.loops.mine, ...change } },
})
const reviewers = (change: object) => ({ ...base, reviewers: { ...base.reviewers, ...change } })
const models = (change: object) => ({ ...base, models: { ...base.models, ...change } })

describe('moves with', () => {
  test.each<[string, unknown]>([
    ['the threshold', mine({ failOn: 'warning' })],
    ['a reviewer less', mine({ reviewers: ['rules', 'types'] })],
    ['a command', reviewers({ types: { run: 'tsc --strict' } })],
    ['where a command runs', reviewers({ types: { run: 'tsc', in: 'worktree' } })],
    ['what a reviewer looks at', reviewers({ types: { run: 'tsc', paths: ['src/**'] } })],
    ['another prompt', reviewers({ correct: { model: 'fast', prompt: './q.md' } })],
    ['another model', reviewers({ correct: { model: 'other', prompt: './p.md' } })],
    ['a model to fall back to', reviewers({ correct: { model: ['fast', 'other'], prompt: './p.md' } })],
    ['who verifies', reviewers({ correct: { model: 'fast', prompt: './p.md', verify: 'other' } })],
    ["a model's settings", models({ fast: { agent: 'claude', model: 'opus' } })],
    ["a model's environment", models({ fast: { agent: 'claude', model: 'haiku', env: { A: 'b' } } })],
    ['a rule that is off', reviewers({ rules: { rules: { 'focused-test': 'off' } } })],
    ['who reads words', reviewers({ correct: { model: 'fast', prompt: './p.md', parse: 'other' } })],
    ['who reads words everywhere', { ...base, parse: 'other' }],
    ['what a model falls back on', models({ fast: { agent: 'claude', model: 'haiku', fallback: 'other' } })],
    ['what nobody is shown', { ...base, context: { ignore: ['src/**'] } }],
  ])('%s', (_, document) => {
    expect(policy(document)).not.toBe(policy(base))
  })

  test("a prompt's text", () => {
    const at = root()
    const before = policy(base, { at })
    put(at, { 'p.md': 'Look away.' })
    expect(policy(base, { at })).not.toBe(before)
  })

  test('the rules themselves, in a loop that uses them', () => {
    const ruleSet = { version: 2 }
    expect(policy(base, { ruleSet })).not.toBe(policy(base))
    const without = mine({ reviewers: ['types'] })
    expect(policy(without, { ruleSet })).toBe(policy(without))
  })
})

describe('stays with', () => {
  test.each<[string, unknown]>([
    ['nothing at all', structuredClone(base)],
    ['a default that is spelled out', mine({ failOn: 'critical' })],
    ['when it runs', mine({ on: ['task-done'] })],
    ['how often it is revised', mine({ maxRevisions: 9 })],
    [
      'another loop',
      { ...base, loops: { ...base.loops, next: { reviewers: ['types'], failOn: 'suggestion' } } },
    ],
    ['its place among the loops', { ...base, loops: { next: base.loops.next, mine: base.loops.mine } }],
    ['a reviewer of another loop', reviewers({ spare: { run: 'false' } })],
    ['a model that it does not use', models({ other: { agent: 'gemini' } })],
    ['gates', { ...base, gates: { ship: { requires: ['mine'] } } }],
    ['notify', { ...base, notify: { on: [], desktop: true, command: 'x' } }],
    ['attestations', { ...base, attestations: { push: true, signed: true } }],
    ['budget', { ...base, budget: { perDay: '$1', tokensPerDay: 5 } }],
    ['how much is shown at once', { ...base, context: { tokens: 1, diffTokens: 5_000 } }],
    ['delivery', { ...base, delivery: { at: ['idle'], settle: '1m' } }],
    ['fix', { ...base, fix: { by: 'nothing' } }],
    ['what a model sees besides', { ...base, context: { files: ['A.md'], task: false } }],
    ['enabled', { ...base, enabled: false }],
  ])('%s', (_, document) => {
    expect(policy(document)).toBe(policy(base))
  })
})

test('canonical JSON does not know the order of keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), object => {
      const reversed = Object.fromEntries(Object.entries(object).reverse())
      expect(canonicalJson(reversed)).toBe(canonicalJson(object))
      expect(JSON.parse(canonicalJson(object))).toEqual(JSON.parse(JSON.stringify(object)))
    }),
  )
})
