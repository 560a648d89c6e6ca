import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  gatedRepository,
  pushes,
  shortId,
} from '../support/gate-scenes.ts'
import { ATTESTED, answers, attestationsAt, attested, freshClone } from '../support/verify-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'

test('attest says of each approval what became of it: made, pushed, or there before', async () => {
  const { repository, start } = await attested(RULES_ONLY)
  const first = answers(repository.wingman('attest', `${start}..HEAD`), 0)
  expect(first.stdout.match(/made and pushed to origin/g)).toHaveLength(attestationsAt(repository).length)
  const second = answers(repository.wingman('attest', `${start}..HEAD`), 0)
  expect(second.stdout).toContain('0 of them new there')
  expect(second.stdout).toContain('and origin had it already')
  expect(second.stdout).not.toContain('pushed to')
  repository.git('init', '-q', '--bare', '../second.git')
  repository.git('remote', 'add', 'second', '../second.git')
  const other = answers(repository.wingman('attest', `${start}..HEAD`, '--remote', 'second'), 0)
  expect(other.stdout).toContain('made before and pushed to second')
  const json = JSON.parse(repository.wingman('attest', `${start}..HEAD`, '--json').stdout)
  expect(json).toMatchObject({ version: 1, pushed: [], gaps: [], repair: [] })
  expect(json.attestations[0]).toMatchObject({ loop: 'basics', made: false, pushed: false })
})

test('what is not approved is named, with what to type, and nothing is said to be pushed for it', async () => {
  const { repository } = await attested()
  const unseen = commitUnseen(repository, { 'c.js': CLEAN })
  pushes(repository, '--no-verify')
  const held = answers(repository.wingman('attest', 'HEAD~1..HEAD'), 1)
  expect(held.stdout).toContain('nothing in it is approved here, so nothing was pushed to origin')
  expect(held.stdout).toContain(`${shortId(unseen)}: not approved`)
  const repair = [...held.stdout.matchAll(/^ {2}(?:npx |node )?\S*wingman(?:\.js)? (.+)$/gm)]
  expect(repair).toHaveLength(2)
  for (const [, words = ''] of repair) answers(repository.wingman(...words.split(' ')), 0)
  answers(freshClone(repository).wingman('verify', 'HEAD~1..HEAD'), 0)
})

test('a remote that is not there, or cannot be reached, is said so in a sentence', async () => {
  const { repository, start } = await attested()
  const unknown = answers(repository.wingman('attest', `${start}..HEAD`, '--remote', 'nowhere'), 2)
  expect(unknown.stderr).toContain('There is no remote `nowhere`')
  expect(unknown.stderr).toContain('Known: origin.')
  repository.git('remote', 'add', 'gone', '../gone.git')
  const gone = answers(repository.wingman('attest', `${start}..HEAD`, '--remote', 'gone'), 3)
  expect(gone.stderr).toContain('The attestations could not be pushed to `gone`')
  const fetched = freshClone(repository).wingman('verify', `${start}..HEAD`, '--remote', 'nowhere')
  expect(fetched.stderr).toContain('there is no such remote')
  expect(fetched.stderr).toContain('known: origin')
})

test('its hints are about itself', async () => {
  const repository = gatedRepository(ATTESTED)
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
  const nothing = answers(repository.wingman('attest'), 3)
  expect(nothing.stderr).toContain('nothing would be attested')
  expect(nothing.stderr).toMatch(/wingman(?:\.js)? attest A\.\.B/)
  expect(nothing.output).not.toContain('verify')
})
