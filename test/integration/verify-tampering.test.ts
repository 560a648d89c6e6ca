import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { answers, attestationsAt, attested, freshClone, tamper } from '../support/verify-scenes.ts'

const EDITS: Record<string, (text: string) => string> = {
  verdict: text => text.replace('"verdict": "approved"', '"verdict": "rejected"'),
  key: text => text.replace(/"key": "diff-./, '"key": "diff-0'),
  coverage: text => text.replace('"missed": []', '"missed": [{"file": "a.js", "reason": "too large"}]'),
  'coverage that leaves a file out': text => text.replace(/"covered": \[[^\]]*\]/, '"covered": []'),
  'coverage of another file': text => text.replace(/"covered": \[\s*"\w/, '"covered": ["z'),
  'reviewer that failed': text => text.replace('"state": "done"', '"state": "failed"'),
  'one space': text => `${text} `,
}

test.each(Object.entries(EDITS))('an edited %s is found', async (_, edit) => {
  const { repository, start } = await attested()
  for (const ref of attestationsAt(repository)) tamper(repository, ref, edit)
  const { stdout } = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
  expect(stdout).toContain('does not say what its name stands for: edited, or moved')
})

const named = (message: string) =>
  `refs/wingman/attestations/${createHash('sha256').update(message).digest('hex')}`

test.each(Object.entries(EDITS).slice(0, -1))(
  'an edited %s is found under a name made for it too',
  async (_, edit) => {
    const { repository, start } = await attested()
    for (const ref of attestationsAt(repository)) tamper(repository, ref, edit, named)
    const { stdout } = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
    expect(stdout).toMatch(
      /its verdict is rejected|its key is not that of|did not cover [ab]\.js|did not finish/,
    )
  },
)

test('one whose content is not what this repository has is found, though it agrees with itself', async () => {
  const { repository, start } = await attested()
  const digest = 'f'.repeat(64)
  const edit = (text: string) =>
    text
      .replace(/"key": "diff-\w+"/, `"key": "diff-${digest}"`)
      .replace(/"digest": "\w+"/, `"digest": "${digest}"`)
  for (const ref of attestationsAt(repository)) tamper(repository, ref, edit, named)
  const { stdout } = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
  expect(stdout).toContain('a difference that is not the one between its base and its tree')
})

test('a ref that was moved to another object is found', async () => {
  const { repository, start } = await attested()
  const refs = attestationsAt(repository)
  const remote = ['-C', '../remote.git', 'update-ref']
  for (const ref of refs) repository.git(...remote, ref, 'refs/heads/main')
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman('verify', `${start}..HEAD`), 1)
  expect(stdout).toContain('it is a commit with content, not an attestation')
})

test('of several, one that is good is enough', async () => {
  const { repository, start } = await attested()
  const [ref = ''] = attestationsAt(repository)
  const copy = repository.git('-C', '../remote.git', 'rev-parse', ref)
  for (const other of attestationsAt(repository)) tamper(repository, other, text => `${text} `, named)
  repository.git('-C', '../remote.git', 'update-ref', 'refs/wingman/attestations/elsewhere', copy)
  const { stdout } = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 0)
  expect(stdout).toContain('refs/wingman/attestations/elsewhere: it does not say')
})

test('with one that cannot be read, a gap is no certain one', async () => {
  const { repository, start } = await attested()
  const newer = (text: string) => text.replace('"version": 1', '"version": 2')
  for (const ref of attestationsAt(repository)) tamper(repository, ref, newer, named)
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman('verify', `${start}..HEAD`), 3)
  expect(stdout).toContain('it was written by a newer wingman')
  expect(JSON.parse(fresh.wingman('verify', `${start}..HEAD`, '--json').stdout)).toMatchObject({
    covered: false,
    decided: false,
  })
})
