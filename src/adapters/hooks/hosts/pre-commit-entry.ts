import { spawnSync } from 'node:child_process'
import { programOnPath } from './pre-commit-here.ts'

/** Only a push sets the remote's name, so `pre-commit run` in CI passes. */
const standing = (install: string): string[] => [
  `if [ "\${WINGMAN-}" = 0 ] || [ -z "\${PRE_COMMIT_REMOTE_NAME-}" ]; then exit 0; fi;`,
  'hooks=$(git rev-parse --git-path hooks);',
  'for hook in "$hooks/pre-push" "$hooks/pre-push.legacy"; do',
  'if [ -x "$hook" ] && grep -q "^# .*wingman" "$hook"; then exit 0; fi;',
  'done;',
  'echo "wingman: not installed in this clone, so this push was not checked and is held." >&2;',
  `echo "  Install it (${install}) and push again; to push once without the gate: WINGMAN=0 git push" >&2;`,
  'exit 1',
]

/** As an item of `repos`, in the words that pre-commit and prek have in common. */
export function entryLines({ stage, isNpm }: { stage: string; isNpm: boolean }): string[] {
  const [first = '', ...rest] = standing(
    // Without a package.json, npx would fetch a package of somebody else's.
    isNpm
      ? 'npm install, then: npx wingman install'
      : 'npm install --global git-wingman, then: wingman install',
  )
  return [
    '- repo: local',
    '  hooks:',
    '    - id: wingman',
    "      name: wingman's hook stands",
    '      entry: >-',
    ...[`sh -c '${first}`, ...rest].map(line => `        ${line}`).map(closed),
    '      language: system',
    `      stages: [${stage}]`,
    '      always_run: true',
    '      pass_filenames: false',
  ]
}

const closed = (line: string, at: number, lines: readonly string[]): string =>
  at === lines.length - 1 ? `${line}'` : line

/**
 * `pre-push`, which newer versions ask for; `push` where an older one would refuse the whole config for it. Newer ones
 * and prek understand both, so what stands there as `push` stays: two people with two versions do not undo each other.
 */
export function pushStage(block: string | null): 'push' | 'pre-push' {
  if (block !== null && /stages: \[push\]/.test(block)) return 'push'
  return isBefore32(preCommitVersion()) ? 'push' : 'pre-push'
}

/** Asked once: it takes pre-commit longer to start than us. */
let known: { version: string | null } | null = null

function preCommitVersion(): string | null {
  known ??= { version: askVersion() }
  return known.version
}

function askVersion(): string | null {
  const program = programOnPath('pre-commit')
  if (program === null) return null
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return /(\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? null
}

function isBefore32(version: string | null): boolean {
  const [major = 4, minor = 0] = (version ?? '').split('.').filter(Boolean).map(Number)
  return major < 3 || (major === 3 && minor < 2)
}
