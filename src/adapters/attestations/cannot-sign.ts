import { oneLine } from '../../domain/plain-text.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import type { GitDoor } from '../git/door.ts'
import { outsideEnvironment } from '../git/safety.ts'

/** What git goes by when it signs, as it reads it, and what to type next. */
export async function cannotSign(git: GitDoor, cause: unknown): Promise<WingmanError> {
  const [format, key, signs] = await Promise.all(
    ['gpg.format', 'user.signingkey', 'commit.gpgsign'].map(name => settingOf(git, name)),
  )
  const set = (value: string | null | undefined) => (value ? `\`${oneLine(value, 120)}\`` : 'not set')
  return new WingmanError({
    code: 'E_SIGN',
    kind: 'undecided',
    message: `git could not sign an attestation: ${oneLine(sentenceOf(cause).replace('git commit-tree failed: ', ''), 160)}`,
    hint: [
      `Git reads gpg.format: ${set(format)}${format ? '' : ' (so it signs with gpg)'}, user.signingkey: ${set(key)}, commit.gpgsign: ${set(signs)} (which need not be).`,
      ...nextSteps(format ?? 'openpgp', key ?? null),
      'See whether it signs: `git commit-tree -S -m test "HEAD^{tree}"` prints an id.',
    ].join('\n'),
    cause,
  })
}

const SSH_KEY = '`git config --global user.signingkey ~/.ssh/id_ed25519.pub`'

function nextSteps(format: string, key: string | null): string[] {
  if (format === 'ssh' && key === null) return [`Name the key to sign with: ${SSH_KEY}.`]
  if (format === 'ssh')
    return [
      `That file must be there, or your agent must hold the key: \`ssh-add -L\` lists them. To name another: ${SSH_KEY}.`,
    ]
  return [
    `To sign with ssh: \`git config --global gpg.format ssh\` and ${SSH_KEY}.`,
    'To sign with gpg: `gpg --list-secret-keys --keyid-format=long` lists keys, `git config --global user.signingkey <id>` names one.',
  ]
}

async function settingOf(git: GitDoor, name: string): Promise<string | null> {
  const { code, stdout } = await git.attempt(['config', '--get', name], { env: outsideEnvironment() })
  return code === 0 ? stdout.toString().trim() || null : null
}
