import { expect, test } from 'vitest'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  gatedRepository,
  pushes,
  repairAndPush,
  unseen,
} from '../support/gate-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'

// A verdict belongs to content: what is called otherwise keeps it, what reads otherwise loses it.

test('a message that was amended is not reviewed again', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const { id } = repository.lastReview()
  repository.git('commit', '-q', '--amend', '-m', 'in better words')
  await repository.reviewed()
  expect(repository.lastReview().id).toBe(id)
  commitUnseen(repository, {}, '--amend', '-m', 'in the best words', '--author', 'Other <o@localhost>')
  pushes(repository)
})

test('white space is content', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.py': 'if x:\n    y()\n' })
  commitUnseen(repository, { 'a.py': 'if x:\n  y()\n' }, '--amend')
  expect(repository.push().stderr).toContain('has other content')
})

test('a mode and a name are content', async () => {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('update-index', '--chmod=+x', 'a.js')
  unseen(repository, 'commit', '-q', '--amend', '--no-edit')
  expect(repository.push().status).toBe(1)
  repository.git('reset', '-q', '--hard', 'HEAD@{1}')
  repository.git('mv', 'a.js', 'b.js')
  commitUnseen(repository, {}, '--amend')
  expect(repository.push().status).toBe(1)
})

test('rebased over other files, what only read the diff stands, and what ran the tree does not', async () => {
  const repository = gatedRepository(READS_AND_RUNS)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': CLEAN })
  expect(repository.lastReview().verdict).toBe('approved')
  repository.git('checkout', '-q', 'main')
  await commitReviewed(repository, { 'elsewhere.js': CLEAN })
  pushes(repository, 'origin', 'main')
  repository.git('checkout', '-q', 'topic')
  unseen(repository, 'rebase', '-q', 'main')

  const held = repository.push('origin', 'topic')
  expect(held.status).toBe(1)
  expect(held.stderr).toContain('✔ reads: approved')
  expect(held.stderr).toContain('✖ runs: the last review is of')
  expect(held.stderr).toContain('both: waits for runs')
  repository.wingman('run', 'review', '--loop', 'runs')
  const still = repository.push('origin', 'topic')
  expect(still.stderr).toContain('✔ runs: approved')
  expect(still.stderr).toContain('✖ both: ')
  const repaired = repairAndPush(repository, held, 'origin', 'topic')
  expect(repaired.status, repaired.output).toBe(0)
})

test('another threshold voids what was passed, and an edited notification does not', async () => {
  const strict = RULES_ONLY.replace('[rules]', '[rules]\n    failOn: warning')
  const repository = gatedRepository(RULES_ONLY)
  const commit = await commitReviewed(repository, { 'a.js': CLEAN })
  repository.write({ 'wingman.config.yaml': `${RULES_ONLY}notify:\n  on: [rejected]\n` })
  pushes(repository, '--dry-run')
  repository.write({ 'wingman.config.yaml': strict })
  const held = repository.push()
  expect(held.status).toBe(1)
  expect(held.stderr).toContain(`the review of ${commit.slice(0, 10)} does not count here`)
  expect(repairAndPush(repository, held).status).toBe(0)
})

test('a command that is only asked about some paths does not vouch for the rest of the tree', async () => {
  const config = `reviewers:
  tests: { run: 'test ! -e src/broken', paths: ['src/**'] }
loops:
  tests: { reviewers: [tests] }
gates:
  ship: { requires: [tests] }
`
  const repository = gatedRepository(config)
  commitUnseen(repository, { 'src/broken': '' })
  commitUnseen(repository, { 'notes.txt': 'nothing that the tests are asked about\n' })
  expect(repository.wingman('run', 'review', '--commit', 'HEAD').status).toBe(0)
  expect(repository.push().status, 'the broken commit below was never tested').toBe(1)
})

test('`git replace` does not change what is pushed', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const good = await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('reset', '-q', '--hard', 'HEAD~1')
  const bad = commitUnseen(repository, { 'a.js': 'debugger\n' })
  repository.git('replace', bad, good)
  expect(repository.push().status).toBe(1)
  repository.git('replace', '-d', bad)
  repository.git('replace', '-f', `${bad}:a.js`, `${good}:a.js`)
  expect(repository.push().status).toBe(1)
})

const READS_AND_RUNS = `reviewers:
  exists: { run: 'test -f a.js || test -f elsewhere.js' }
loops:
  reads: { reviewers: [rules] }
  runs: { reviewers: [exists] }
  both: { reviewers: [rules, exists] }
gates:
  ship: { requires: [reads, runs, both] }
`
