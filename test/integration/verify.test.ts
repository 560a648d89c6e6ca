import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attestationSchema } from '../../src/domain/attestation.schema.ts'
import {
  CLEAN,
  commitReviewed,
  commitUnseen,
  DEFECT,
  gatedRepository,
  onRemote,
  pushes,
  shortId,
} from '../support/gate-scenes.ts'
import {
  ATTESTED,
  answers,
  attestationAt,
  attestationsAt,
  attested,
  freshClone,
} from '../support/verify-scenes.ts'
import { RULES_ONLY } from '../support/wingman.ts'

test('what was reviewed on one machine is verified on another, which reviews nothing', async () => {
  const { repository, start } = await attested()
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman('verify', `${start}..HEAD`), 0)
  expect(stdout).toContain('2 commits, approved by basics')
  expect(fresh.has('.git/wingman/reviews')).toBe(false)
  expect(fresh.git('status', '--porcelain')).toBe('')
  const asJson = JSON.parse(answers(fresh.wingman('verify', `${start}..`, '--no-fetch', '--json'), 0).stdout)
  expect(asJson).toMatchObject({
    version: 1,
    covered: true,
    decided: true,
    commits: 2,
    gaps: [],
    refused: [],
  })
})

test('an attestation says what was approved, and nothing of the code', async () => {
  const { repository } = await attested()
  const refs = attestationsAt(repository)
  expect(refs.length).toBeGreaterThan(0)
  for (const ref of refs) {
    const attestation = attestationAt(repository, ref)
    expect(attestationSchema.parse(attestation)).toEqual(attestation)
    expect(attestation).toMatchObject({ loop: 'basics', reads: 'diff', verdict: 'approved', signed: false })
    expect(attestation.coverage.covered).toHaveLength(1)
    expect(repository.git('-C', '../remote.git', 'cat-file', '-p', ref)).not.toContain('export const')
  }
  repository.git('-C', '../remote.git', 'fsck', '--strict')
  repository.git('-C', '../remote.git', 'gc', '-q', '--prune=now')
  expect(attestationsAt(repository)).toEqual(refs)
})

test('nothing extra is pushed unless the config asks for it', async () => {
  const { repository, start } = await attested(RULES_ONLY)
  expect(repository.git('-C', '../remote.git', 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  expect(repository.git('for-each-ref', 'refs/wingman')).toBe('')
  const gap = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
  expect(gap.stdout).toContain('2 commits of 2 not covered')
})

test('uninstalling with --purge takes them away here, and leaves those at the remote', async () => {
  const { repository } = await attested()
  const refs = attestationsAt(repository)
  answers(repository.wingman('uninstall', '--purge'), 0)
  expect(repository.git('for-each-ref', 'refs/wingman')).toBe('')
  expect(attestationsAt(repository)).toEqual(refs)
})

test('a rehearsal of a push pushes no attestation either', async () => {
  const repository = gatedRepository(ATTESTED)
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository, '--dry-run')
  pushes(repository, '-n', 'origin', 'main')
  expect(attestationsAt(repository)).toEqual([])
})

test('a commit that nobody reviewed is named, and so is what closes the gap', async () => {
  const { repository, start } = await attested()
  const unseen = commitUnseen(repository, { 'c.js': CLEAN })
  pushes(repository, '--no-verify')
  const fresh = freshClone(repository)
  const held = answers(fresh.wingman('verify', `${start}..HEAD`), 1)
  expect(held.stdout).toContain('1 commit of 3 not covered')
  expect(held.stdout).toContain(unseen)
  const json = JSON.parse(fresh.wingman('verify', `${start}..HEAD`, '--json').stdout)
  expect(json).toMatchObject({ covered: false, decided: true, gaps: [unseen] })

  const repair = [...held.stdout.matchAll(/^ {4}(?:npx )?wingman (.+)$/gm)].map(([, words = '']) =>
    words.split(' '),
  )
  expect(repair).toHaveLength(2)
  for (const words of repair) answers(repository.wingman(...words), 0)
  answers(fresh.wingman('verify', `${start}..HEAD`), 0)
})

test('another message is no other content', async () => {
  const { repository, start } = await attested()
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--amend', '-m', 'in other words')
  pushes(repository, '--no-verify', '--force')
  answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 0)
})

test('the same change on another base is covered, for a loop that read the diff', async () => {
  const repository = gatedRepository(ATTESTED)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': CLEAN })
  await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository, 'origin', 'topic')
  repository.git('checkout', '-q', 'main')
  await commitReviewed(repository, { 'other.js': CLEAN })
  pushes(repository, 'origin', 'main')
  repository.git('-c', 'core.hooksPath=/dev/null', 'rebase', '-q', 'main', 'topic')
  pushes(repository, '--no-verify', '--force', 'origin', 'topic')
  answers(freshClone(repository, '-b', 'topic').wingman('verify'), 0)
})

test('a rebase that was pushed through the gate is covered from wherever it is asked', async () => {
  const repository = gatedRepository(ATTESTED)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': CLEAN })
  repository.git('checkout', '-q', 'main')
  const moved = await commitReviewed(repository, { 'other.js': CLEAN })
  pushes(repository, 'origin', 'main')
  repository.git('rebase', '-q', 'main', 'topic')
  await repository.reviewed()
  await commitReviewed(repository, { 'b.js': CLEAN })
  pushes(repository, 'origin', 'topic')
  const fresh = freshClone(repository, '-b', 'topic')
  answers(fresh.wingman('verify'), 0)
  answers(fresh.wingman('verify', `${moved}..HEAD`), 0)
  answers(fresh.wingman('verify', 'HEAD~1..HEAD'), 0)
})

test('one byte more, and it is other content', async () => {
  const { repository, start } = await attested()
  for (const text of ['export const a = 2\n', `${CLEAN} `, DEFECT]) {
    commitUnseen(repository, { 'b.js': text }, '--amend')
    pushes(repository, '--no-verify', '--force')
    const tip = repository.git('rev-parse', 'HEAD')
    expect(answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1).stdout).toContain(tip)
  }
})

test('a loop that ran the tree holds for that tree alone', async () => {
  const config = `reviewers:\n  tests: { run: 'true' }\nloops:\n  basics: { reviewers: [tests] }\ngates:\n  ship: { requires: [basics] }\nattestations: { push: true }\n`
  const { repository, start } = await attested(config)
  answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 0)
  commitUnseen(repository, { 'c.js': CLEAN })
  repository.git('-c', 'core.hooksPath=/dev/null', 'revert', '-n', 'HEAD')
  const back = commitUnseen(repository, {})
  pushes(repository, '--no-verify')
  const fresh = freshClone(repository)
  answers(fresh.wingman('verify', `${start}..HEAD`), 0)
  expect(answers(fresh.wingman('verify', `${start}..${back}~1`), 1).stdout).toContain('1 commit of 3')
})

test('under another policy nothing of it counts', async () => {
  const { repository, start } = await attested()
  commitUnseen(repository, {
    'wingman.config.yaml': ATTESTED.replace('[rules]', '[rules]\n    failOn: suggestion'),
  })
  pushes(repository, '--no-verify')
  const { stdout } = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
  expect(stdout).toContain('3 commits of 3 not covered')
})

test('a remote that takes no attestations takes the push', async () => {
  const repository = gatedRepository(ATTESTED)
  const hook = join(repository.dir, '../remote.git/hooks/update')
  writeFileSync(hook, '#!/bin/sh\ncase $1 in refs/wingman/*) echo "no such refs here" >&2; exit 1 ;; esac\n')
  chmodSync(hook, 0o755)
  const commit = await commitReviewed(repository, { 'a.js': CLEAN })
  const pushed = answers(repository.push(), 0)
  expect(pushed.stderr.match(/^wingman: .*$/gm)).toEqual([
    expect.stringContaining('wingman: the push goes on, without its attestations:'),
  ])
  expect(onRemote(repository, 'main')).toBe(commit)
  expect(attestationsAt(repository)).toEqual([])
})

test('attestations are pushed by whoever has them, and held by nobody; other content under their name is', async () => {
  const { repository } = await attested()
  pushes(repository, 'origin', 'refs/wingman/attestations/*:refs/wingman/attestations/*')
  const unseen = commitUnseen(repository, { 'c.js': CLEAN })
  const held = repository.push('origin', `${unseen}:refs/wingman/attestations/${unseen}`)
  expect(held.stderr).toContain(`${shortId(unseen)} was never reviewed`)
})

test('a merge is covered by what was reviewed on either side', async () => {
  const repository = gatedRepository(ATTESTED)
  const start = repository.git('rev-parse', 'HEAD')
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository, 'origin', 'topic')
  repository.git('checkout', '-q', 'main')
  await commitReviewed(repository, { 'b.js': CLEAN })
  repository.git('merge', '-q', '--no-ff', '-m', 'merge', 'topic')
  await repository.reviewed()
  pushes(repository)
  answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 0)
})

test('a branch is asked for what its own gate requires', async () => {
  const config = `reviewers:\n  tests: { run: 'true' }\nloops:\n  basics: { reviewers: [rules] }\n  integration: { on: [task-done], reviewers: [tests] }\ngates:\n  ship: { branches: [main], requires: [basics] }\n  release: { branches: ['release/*'], requires: [basics, integration] }\nattestations: { push: true }\n`
  const { repository, start } = await attested(config)
  const fresh = freshClone(repository)
  answers(fresh.wingman('verify', `${start}..HEAD`), 0)
  answers(fresh.wingman('verify', `${start}..origin/main`), 0)
  fresh.git('checkout', '-q', '--detach')
  const held = answers(fresh.wingman('verify', `${start}..HEAD`), 1)
  expect(held.stdout).toContain('integration: ')
  expect(held.stdout).toMatch(/run review --range \w+\.\.\w+ --loop integration/)
})

test('a change that only reads the same after a rebase is covered, as the gate lets it pass', async () => {
  const repository = gatedRepository(ATTESTED)
  const lines = (first: string, last: string) => `${first}\n${'// line\n'.repeat(12)}${last}\n`
  await commitReviewed(repository, { 'a.js': lines('// top', '// end') })
  pushes(repository)
  repository.git('checkout', '-q', '-b', 'topic')
  await commitReviewed(repository, { 'a.js': lines('// top', 'export const a = 1') })
  repository.git('checkout', '-q', 'main')
  const moved = await commitReviewed(repository, { 'a.js': lines('// new top\n// more', '// end') })
  pushes(repository)
  repository.git('-c', 'core.hooksPath=/dev/null', 'rebase', '-q', 'main', 'topic')
  pushes(repository, 'origin', 'topic')
  const fresh = freshClone(repository, '-b', 'topic')
  answers(fresh.wingman('verify'), 0)
  answers(fresh.wingman('verify', `${moved}..HEAD`), 0)
  // One byte more in the file is another change.
  commitUnseen(repository, { 'a.js': lines('// new top\n// more', 'export const a = 2') }, '--amend')
  pushes(repository, '--no-verify', '--force', 'origin', 'topic')
  answers(freshClone(repository, '-b', 'topic').wingman('verify'), 1)
})

test('what undoes the trunk is no yes either, once the trunk has got it', async () => {
  const repository = gatedRepository(ATTESTED)
  const start = repository.git('rev-parse', 'HEAD')
  await commitReviewed(repository, { 'b.js': CLEAN })
  const reviewed = repository.git('rev-parse', 'HEAD^{tree}')
  pushes(repository, 'origin', 'main:topic')
  repository.git('reset', '-q', '--hard', start)
  const before = await commitReviewed(repository, { 'others.js': CLEAN })
  pushes(repository, 'origin', 'main')
  // The reviewed tree on top of that: it takes away what the others did.
  const undoing = repository.git('commit-tree', reviewed, '-p', before, '-m', 'undo')
  repository.git('reset', '-q', '--hard', undoing)
  pushes(repository, '--no-verify', 'origin', 'main')
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman('verify', `${before}..HEAD`, '--json'), 1)
  expect(JSON.parse(stdout)).toMatchObject({ covered: false, decided: true, gaps: [undoing], unsure: [] })
})

test('a range of the trunk that begins later than its review is no yes, and the range to ask for is named', async () => {
  const repository = gatedRepository(ATTESTED)
  const start = repository.git('rev-parse', 'HEAD')
  const before = commitUnseen(repository, { 'one.js': CLEAN })
  const after = commitUnseen(repository, { 'two.js': CLEAN })
  expect(repository.wingman('run', 'review', '--range', `${start}..${after}`).status).toBe(0)
  pushes(repository, 'origin', 'main')
  const fresh = freshClone(repository)
  answers(fresh.wingman('verify', `${start}..HEAD`), 0)
  const { stdout } = answers(fresh.wingman('verify', `${before}..HEAD`), 3)
  expect(stdout).toContain('what that branch was before is not known here')
  expect(JSON.parse(fresh.wingman('verify', `${before}..HEAD`, '--json').stdout)).toMatchObject({
    covered: false,
    decided: false,
    gaps: [],
    unsure: [after],
  })
})

test('what others brought to a branch and a push took back is a gap, whatever the default branch is called', async () => {
  const { repository } = await attested()
  repository.git('push', '-q', 'origin', 'HEAD:refs/heads/develop')
  repository.git('switch', '-q', '-c', 'topic')
  const reviewed = await commitReviewed(repository, { 'c.js': CLEAN })
  pushes(repository, 'origin', 'topic')
  repository.git('switch', '-q', '-c', 'develop', 'main')
  const fixed = commitUnseen(repository, { 'fix.js': CLEAN })
  const undone = repository.git('commit-tree', '-p', fixed, '-m', 'undo', `${reviewed}^{tree}`)
  repository.git('push', '-q', '--no-verify', 'origin', `${undone}:refs/heads/develop`)
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman('verify', `${fixed}..${undone}`), 1)
  expect(stdout).toContain(shortId(undone))
})
