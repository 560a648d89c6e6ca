import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLEAN, commitReviewed, gatedRepository, onRemote, pushes } from '../support/gate-scenes.ts'
import { type TestRepository, temporaryFolder } from '../support/repository.ts'
import { ATTESTED, answers, attestationsAt, attested, freshClone, tamper } from '../support/verify-scenes.ts'
import type { WingmanRepository } from '../support/wingman.ts'

const SIGNED = `${ATTESTED}  signed: true\n`

/** An ssh key in a folder of its own; answers the path of the private half. */
function sshKey(repository: TestRepository): string {
  const key = join(temporaryFolder(), 'key')
  answers(repository.run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', key]), 0)
  return key
}

function signersFile(...keys: string[]): string {
  const file = join(temporaryFolder(), 'allowed-signers')
  const lines = keys.map(key => `test@localhost namespaces="git" ${readFileSync(`${key}.pub`, 'utf8')}`)
  writeFileSync(file, lines.join(''))
  return file
}

function signsWith(repository: TestRepository, key: string): void {
  repository.git('config', 'gpg.format', 'ssh')
  repository.git('config', 'user.signingKey', key)
}

async function signedAndPushed(): Promise<{ repository: WingmanRepository; start: string; key: string }> {
  const repository = gatedRepository(SIGNED)
  const start = repository.git('rev-parse', 'HEAD')
  const key = sshKey(repository)
  signsWith(repository, key)
  await commitReviewed(repository, { 'a.js': CLEAN })
  pushes(repository)
  return { repository, start, key }
}

test("attestations signed with the person's own ssh key are verified by it", async () => {
  const { repository, start, key } = await signedAndPushed()
  const fresh = freshClone(repository)
  const range = `${start}..HEAD`
  const file = signersFile(key)
  answers(fresh.wingman('verify', range, '--require-signed', '--allowed-signers', file), 0)
  answers(fresh.wingman('verify', range, '--allowed-signers', file), 0)
  answers(fresh.wingman('verify', range), 0)
  fresh.git('config', 'gpg.ssh.allowedSignersFile', file)
  answers(fresh.wingman('verify', range, '--require-signed'), 0)
})

test('the same is signed once, however often it is pushed', async () => {
  const { repository } = await signedAndPushed()
  const refs = attestationsAt(repository)
  pushes(repository, 'origin', 'main:other')
  answers(repository.wingman('attest', 'HEAD~1..HEAD'), 0)
  expect(attestationsAt(repository)).toEqual(refs)
})

test('the signature of somebody else is refused', async () => {
  const { repository, start } = await signedAndPushed()
  const file = signersFile(sshKey(repository))
  const fresh = freshClone(repository)
  const held = answers(
    fresh.wingman('verify', `${start}..HEAD`, '--require-signed', '--allowed-signers', file),
    1,
  )
  expect(held.stdout).toContain('its signature is not one that is trusted here')
  const without = answers(fresh.wingman('verify', `${start}..HEAD`, '--require-signed'), 1)
  expect(without.stdout).toContain('its signature is not one that is trusted here')
})

test('what nobody signed is refused where a signature is asked for', async () => {
  const { repository, start } = await attested()
  const file = signersFile(sshKey(repository))
  const args = ['verify', `${start}..HEAD`, '--require-signed', '--allowed-signers', file]
  const { stdout } = answers(freshClone(repository).wingman(...args), 1)
  expect(stdout).toMatch(/basics: \w+ was approved in review \S+, but that does not count: it is not signed/)
  expect(stdout).not.toContain('another policy')
})

/** The commands of ours that stand in an answer. */
const repairIn = (stdout: string): string[][] =>
  [...stdout.matchAll(/^ {4}(?:npx |node )?\S*wingman(?:\.js)? (.+)$/gm)].map(([, words = '']) =>
    words.split(' '),
  )

test('what verify says about a missing signature repairs it', async () => {
  const { repository, start } = await attested()
  const key = sshKey(repository)
  const args = ['verify', `${start}..HEAD`, '--require-signed', '--allowed-signers', signersFile(key)]
  const fresh = freshClone(repository)
  const commands = repairIn(answers(fresh.wingman(...args), 1).stdout)
  signsWith(repository, key)
  for (const words of commands) answers(repository.wingman(...words), 0)
  answers(fresh.wingman(...args), 0)
})

test('what verify says about the signature of a stranger repairs it', async () => {
  const { repository, start } = await signedAndPushed()
  const trusted = sshKey(repository)
  const args = ['verify', `${start}..HEAD`, '--require-signed', '--allowed-signers', signersFile(trusted)]
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman(...args), 1)
  expect(stdout).toMatch(/the key SHA256:\S+ is not among the allowed signers/)
  signsWith(repository, trusted)
  for (const words of repairIn(stdout)) answers(repository.wingman(...words), 0)
  answers(fresh.wingman(...args), 0)
})

test('where nobody said whom to trust, that is what is asked for', async () => {
  const { repository, start, key } = await signedAndPushed()
  const fresh = freshClone(repository)
  const { stdout } = answers(fresh.wingman('verify', `${start}..HEAD`, '--require-signed'), 1)
  expect(stdout).toContain('no allowed signers are named')
  const [words = []] = repairIn(stdout)
  answers(fresh.wingman(...words.map(word => (word === '<file>' ? signersFile(key) : word))), 0)
})

test('whatever is changed in it, the signature no longer holds', async () => {
  const { repository, start, key } = await signedAndPushed()
  const { createHash } = await import('node:crypto')
  const named = (message: string) =>
    `refs/wingman/attestations/${createHash('sha256').update(message).digest('hex')}`
  const edit = (text: string) => text.replace(/"review": "\d/, '"review": "9')
  for (const ref of attestationsAt(repository)) tamper(repository, ref, edit, named)
  const fresh = freshClone(repository)
  answers(fresh.wingman('verify', `${start}..HEAD`), 0) // nobody asked whose word it is
  const args = ['verify', `${start}..HEAD`, '--require-signed', '--allowed-signers', signersFile(key)]
  expect(answers(fresh.wingman(...args), 1).stdout).toContain('its signature is not one that is trusted here')
})

test('a signature that was taken off is missed, even where none is asked for', async () => {
  const { repository, start } = await signedAndPushed()
  const remote = ['-C', '../remote.git']
  for (const ref of attestationsAt(repository)) {
    const object = repository.run('git', [...remote, 'cat-file', 'commit', ref]).stdout
    const input = object.replace(/^gpgsig [\s\S]*?-----END SSH SIGNATURE-----\n/m, '')
    const made = repository.run('git', [...remote, 'hash-object', '-t', 'commit', '-w', '--stdin'], { input })
    repository.git(...remote, 'update-ref', ref, made.stdout.trim())
  }
  const { stdout } = answers(freshClone(repository).wingman('verify', `${start}..HEAD`), 1)
  expect(stdout).toContain('its signature was taken off')
})

test('a key that cannot be used costs the attestations, not the push', async () => {
  const repository = gatedRepository(SIGNED)
  signsWith(repository, join(temporaryFolder(), 'nothing-here'))
  const commit = await commitReviewed(repository, { 'a.js': CLEAN })
  const pushed = answers(repository.push(), 0)
  expect(pushed.stderr).toContain('wingman: the push goes on, without its attestations: git could not sign')
  expect(pushed.stderr).toContain('Git reads gpg.format: `ssh`, user.signingkey: `')
  expect(pushed.stderr).toContain('commit.gpgsign: not set')
  expect(pushed.stderr).toContain('`git config --global user.signingkey ~/.ssh/id_ed25519.pub`')
  expect(onRemote(repository, 'main')).toBe(commit)
  // With a key that works, what it says afterwards is enough.
  const failed = answers(repository.wingman('attest', 'HEAD~1..HEAD'), 3)
  expect(failed.stderr).toContain('[E_SIGN]')
  signsWith(repository, sshKey(repository))
  answers(repository.run('sh', ['-c', 'git commit-tree -S -m test "HEAD^{tree}"']), 0)
  const [, range = ''] = /To carry them afterwards: `\S+(?: \S+)? attest (\S+)`/.exec(pushed.stderr) ?? []
  answers(repository.wingman('attest', range), 0)
  expect(attestationsAt(repository)).toHaveLength(1)
})

test('without a key, both ways to sign are named', async () => {
  const repository = gatedRepository(SIGNED)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const pushed = answers(repository.push(), 0)
  expect(pushed.stderr).toContain('gpg.format: not set (so it signs with gpg), user.signingkey: not set')
  expect(pushed.stderr).toContain('`git config --global gpg.format ssh`')
  expect(pushed.stderr).toContain('gpg --list-secret-keys')
})

test('a file of signers that is not there is a mistake, not an empty one', async () => {
  const { repository, start } = await attested()
  const { stderr } = answers(
    freshClone(repository).wingman('verify', `${start}..HEAD`, '--allowed-signers', 'nowhere'),
    2,
  )
  expect(stderr).toContain('with allowed signers')
})

test('a gpg key is trusted by the keyring', async () => {
  const repository = gatedRepository(SIGNED)
  const start = repository.git('rev-parse', 'HEAD')
  // The path of gpg's sockets must be short.
  const home = temporaryFolder()
  const env = { GNUPGHOME: home }
  const quick = [
    '--batch',
    '--quiet',
    '--passphrase',
    '',
    '--quick-gen-key',
    'Test <test@localhost>',
    'ed25519',
    'sign',
  ]
  answers(repository.run('gpg', quick, { env }), 0)
  await commitReviewed(repository, { 'a.js': CLEAN })
  const pushed = repository.run('git', ['push', '-q'], { env })
  expect(pushed, pushed.output).toMatchObject({ status: 0, stderr: '' })
  const fresh = freshClone(repository)
  const args = ['verify', `${start}..HEAD`, '--require-signed']
  answers(fresh.wingmanWith({ env }, ...args), 0)
  answers(fresh.wingmanWith({ env: { GNUPGHOME: temporaryFolder() } }, ...args), 1)
  repository.run('gpgconf', ['--kill', 'all'], { env })
})
