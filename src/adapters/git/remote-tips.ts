import type { RemoteTip } from '../../ports.ts'
import { asItIs } from './address.ts'
import type { GitDoor } from './door.ts'

// Longer than any remote takes that a push has just talked to.
const PATIENCE_MS = 30_000

/**
 * The branches and tags of a remote, as it says itself. Tracking refs are an old copy of that, which anybody can write.
 * A tag is followed to what it names. The address is one that git has rewritten already.
 */
export async function remoteTips(git: GitDoor, url: string): Promise<RemoteTip[]> {
  const { settings, env } = asItIs(url)
  const listed = await git.bytes([...settings, 'ls-remote', '--heads', '--tags', '--end-of-options', url], {
    env: { ...environment(), ...env },
    patience: PATIENCE_MS,
  })
  return listed
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [oid = '', ref = ''] = line.split('\t')
      return { oid, ref: ref.replace(/\^\{\}$/, '') }
    })
}

// What others pushed since the last fetch, which is seldom much.
const FETCH_MS = 120_000

/** Objects and nothing else: no ref is written, neither ours nor a tracking ref. */
export async function bring(git: GitDoor, url: string, refs: readonly string[]): Promise<void> {
  const { settings, env } = asItIs(url)
  const nothingElse = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--refmap=']
  await git.change([...settings, 'fetch', '--quiet', ...nothingElse, '--end-of-options', url, ...refs], {
    env: { ...environment(), ...env },
    patience: FETCH_MS,
    whose: 'ours',
  })
}

/** As the push itself: keys, agents, proxies and passwords are the person's. Only what names a repository is not passed on. */
function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !LOCAL.has(name))
  return { ...Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])), GIT_TERMINAL_PROMPT: '1' }
}

const LOCAL = new Set([
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_NAMESPACE',
  'PATH',
])
