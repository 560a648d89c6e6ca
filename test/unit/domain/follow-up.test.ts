import { expect, test } from 'vitest'
import { type FollowUpFacts, whyRefuse } from '../../../src/domain/follow-up.ts'

const oid = (digit: string) => digit.repeat(40)
const facts = (now: Partial<FollowUpFacts['now']>, isBaseBelow = true): FollowUpFacts => ({
  began: { epoch: 3, tree: oid('a'), base: oid('b') },
  now: { epoch: 3, tree: oid('c'), ...now },
  isBaseBelow,
})

test.each([
  ['other content in the same world', facts({}), null],
  ['the epoch moved', facts({ epoch: 4 }), 'epoch-moved'],
  ['nothing changed', facts({ tree: oid('a') }), 'identical'],
  ['the base is no longer an ancestor', facts({}, false), 'base-gone'],
  ['everything at once', facts({ epoch: 4, tree: oid('a') }, false), 'base-gone'],
  ['moved, with the same content', facts({ epoch: 4, tree: oid('a') }), 'epoch-moved'],
])('%s', (_, given, refused) => {
  expect(whyRefuse(given)?.refused ?? null).toBe(refused)
})

test('each refusal has a reason for people', () => {
  expect(whyRefuse(facts({ epoch: 7 }))?.reason).toBe(
    'something was committed, checked out, restored or rewritten here since (epoch 3, now 7)',
  )
  expect(whyRefuse(facts({}, false))?.reason).toContain('bbbbbbbbbb')
})
