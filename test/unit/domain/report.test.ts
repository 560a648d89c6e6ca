import { expect, test } from 'vitest'
import { markdownReport } from '../../../src/adapters/reporters/markdown.ts'
import { readerOf, reviewNamedIn, type Surroundings, whyStale } from '../../../src/domain/report.ts'
import { review, snapshot } from '../../support/findings.ts'

const HOUR = 3_600_000
const { branch, tree, commit } = snapshot()

const fresh: Surroundings = {
  record: review(),
  session: null,
  branch,
  head: { commit, tree },
  ghostParent: null,
  ageMs: HOUR,
  ttlMs: HOUR,
}
const below = 'd'.repeat(40)
const ghost = { ...fresh, record: review({ snapshot: snapshot({ kind: 'ghost', tree: 'e'.repeat(40) }) }) }

test.each<[string, Partial<Surroundings>, ReturnType<typeof whyStale>]>([
  ['what it speaks of is checked out', {}, null],
  ['the clock went back', { ageMs: -HOUR }, null],
  ['there is no record of it', { record: null }, 'no-record'],
  ["it is another session's", { session: 'mine' }, 'other-session'],
  ['it is of the same session', { session: 's', record: review({ session: 's' }) }, null],
  ['it is older than its time', { ageMs: HOUR + 1 }, 'too-old'],
  ['another branch is checked out', { branch: 'refs/heads/other' }, 'other-content'],
  ['no branch is checked out', { branch: null }, 'other-content'],
  ['the branch has other content', { head: { commit, tree: 'f'.repeat(40) } }, 'other-content'],
  ['the message was amended', { head: { commit: 'f'.repeat(40), tree } }, null],
  ['the branch has no commit any more', { head: null }, 'other-content'],
  [
    'uncommitted work, still on its commit',
    { ...ghost, head: { commit: below, tree }, ghostParent: below },
    null,
  ],
  [
    'uncommitted work, committed as it was',
    { ...ghost, head: { commit, tree: 'e'.repeat(40) }, ghostParent: below },
    null,
  ],
  [
    'uncommitted work, on another commit',
    { ...ghost, head: { commit, tree }, ghostParent: below },
    'other-content',
  ],
  ['uncommitted work that was pruned', { ...ghost, head: { commit: below, tree } }, 'other-content'],
])('%s', (_, more, why) => {
  expect(whyStale({ ...fresh, ...more })).toBe(why)
})

test('a report names its review; a file without that line is nobody’s of ours', () => {
  expect(reviewNamedIn(markdownReport(review()))).toBe(review().id)
  expect(reviewNamedIn('# My notes\n<!-- wingman: review x -->\n')).toBeNull()
  expect(reviewNamedIn('')).toBeNull()
})

test.each<[string, Parameters<typeof readerOf>, string | null]>([
  ['a person may read it', ['a', { caller: null, isAuthorAlive: true }], 'a'],
  ['its own session', ['a', { caller: 'a', isAuthorAlive: true }], 'a'],
  ['another session, while the first is alive', ['a', { caller: 'b', isAuthorAlive: true }], 'b'],
  ['another session, when the first has left', ['a', { caller: 'b', isAuthorAlive: false }], 'a'],
  ['of no session it is for any', [null, { caller: 'b', isAuthorAlive: false }], null],
])('whom a report is for: %s', (_, args, reader) => {
  expect(readerOf(...args)).toBe(reader)
})
