import type { Oid } from '../../domain/snapshot.ts'
import type { Commit, Git } from '../../ports.ts'
import { capture } from './capture.ts'
import { changes } from './changes.ts'
import { diffDigest, ownDigests } from './diff-digest.ts'
import { type GitDoor, outputOf } from './door.ts'
import type { RepositoryPaths } from './locate.ts'
import { mergeBases } from './merge-bases.ts'
import { patchDigest } from './patch-digest.ts'
import { bring, remoteTips } from './remote-tips.ts'
import { takesBack } from './takes-back.ts'

/** The engine's questions, in git's words. Ranges and names are passed so that none can be read as an option. */
export function gitQuestions(git: GitDoor, paths: RepositoryPaths): Git {
  return {
    commit: revision => readCommit(git, revision),
    symbolic: name => symbolic(git, name),
    async refName(name) {
      const { stdout } = git.ask([
        'rev-parse',
        '--symbolic-full-name',
        '--verify',
        '-q',
        '--end-of-options',
        name,
      ])
      const ref = stdout.toString().trim()
      return ref.startsWith('refs/') ? ref : null
    },
    async upstream(ref) {
      return (await git.text(['for-each-ref', '--format=%(upstream)', ref])) || null
    },
    async mergeBase(a, b) {
      const question = ['merge-base', a, b]
      const answer = git.ask(question)
      // 1: the two have nothing in common.
      return answer.code === 1 ? null : outputOf(question, answer).toString().trim()
    },
    mergeBases: async (a, b) => mergeBases(git, a, b),
    async isAncestor(ancestor, descendant) {
      return git.ask(['merge-base', '--is-ancestor', ancestor, descendant]).code === 0
    },
    async firstParents({ from, not, limit }) {
      const args = ['--first-parent', `--max-count=${limit}`, from, ...(not ? [`^${not}`] : [])]
      return revList(git, args)
    },
    messages: (base, head) => messages(git, base, head),
    diffDigest: (base, head) => diffDigest(git, base, head),
    ownDigests: commits => ownDigests(git, commits),
    changes: (base, head) => changes(git, base, head),
    async show(commit, path) {
      const { code, stdout } = await git.attempt(['cat-file', 'blob', `${commit}:${path}`])
      return code === 0 ? stdout : null
    },
    async fileAt(tree, path) {
      const args = ['ls-tree', '-z', '--full-tree', tree, '--', path]
      const { code, stdout } = await git.attempt(args, { env: { GIT_LITERAL_PATHSPECS: '1' } })
      return code === 0 ? (stdout.toString().split('\t')[0] ?? '') : null
    },
    capture: (what, reason) => capture({ git, paths, what, reason }),
    patchDigest: (base, head) => patchDigest(git, base, head),
    autoMerge: commit => autoMerge(git, commit),
    newCommits(tip, others) {
      return revList(git, ['--topo-order', '--ignore-missing', tip, '--not', ...others])
    },
    remoteTips: url => remoteTips(git, url),
    bring: (url, refs) => bring(git, url, refs),
    takesBack: asked => takesBack(git, asked),
  }
}

/** Git 2.38 or newer. What it writes are objects: trees, of which the last is there already, and for an octopus the steps to it. */
async function autoMerge(
  git: GitDoor,
  { tree, parents: [first = '', ...others] }: Commit,
): Promise<Oid | null> {
  if (await hasDriver(git, first, tree)) return null
  const write = async (args: string[]) =>
    (await git.change(args, { whose: 'ours', env: MERGER })).toString().split('\n')[0] ?? ''
  try {
    let [at, merged] = [first, '']
    for (const other of others) {
      merged = await write([...PLAIN_MERGE, 'merge-tree', '--write-tree', '--no-messages', at, other])
      if (other !== others.at(-1))
        at = await write(['commit-tree', '--no-gpg-sign', merged, '-p', at, '-p', other, '-m', 'a step'])
    }
    return merged || null
  } catch {
    return null
  }
}

/** Whatever the settings name for files of which no attribute says anything. */
const PLAIN_MERGE = ['-c', 'merge.default=text', '-c', 'merge.renormalize=false']

/** A program, or a way to merge, that attributes name for one of these files: what it makes is not what git makes by itself. */
async function hasDriver(git: GitDoor, base: Oid, tree: Oid): Promise<boolean> {
  const names = await git.bytes(['diff-tree', '-r', '--name-only', '--no-renames', '-z', base, tree, '--'])
  const asked = await git.bytes(MERGE_ATTRIBUTE, { input: names })
  const fields = asked.toString().split('\0')
  return fields.some((value, at) => at % 3 === 2 && !['unspecified', 'set', 'unset'].includes(value))
}

const MERGE_ATTRIBUTE = ['check-attr', '-z', '--stdin', 'merge']

const MERGER = {
  GIT_AUTHOR_NAME: 'wingman',
  GIT_AUTHOR_EMAIL: 'wingman@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'wingman',
  GIT_COMMITTER_EMAIL: 'wingman@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
}

async function readCommit(git: GitDoor, revision: string): Promise<Commit | null> {
  // A range would be answered with its end, and a commit was asked for.
  if (revision.includes('..')) return null
  const args = ['--no-walk', '--end-of-options', `${revision}^{commit}`, '--']
  const { code, stdout } = git.ask(['rev-list', FORMAT, ...args])
  if (code === 0) return commitsIn(stdout)[0] ?? null
  await refuseIfBroken(git)
  return null
}

/** That git could not answer must not be taken for "there is no such commit": somebody would forget what was asked for. */
async function refuseIfBroken(git: GitDoor): Promise<void> {
  const question = ['rev-parse', '--git-dir']
  outputOf(question, git.ask(question))
}

const FORMAT = '--format=%H %T %P'

async function revList(git: GitDoor, args: readonly string[]): Promise<Commit[]> {
  const command = ['rev-list', FORMAT, ...args, '--']
  return commitsIn(outputOf(command, git.ask(command)))
}

function commitsIn(output: Buffer): Commit[] {
  return output
    .toString()
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('commit '))
    .map(line => {
      const [oid = '', tree = '', ...parents] = line.trim().split(' ')
      return { oid, tree, parents }
    })
}

async function symbolic(git: GitDoor, name: string): Promise<string | null> {
  const { code, stdout } = git.ask(['symbolic-ref', '-q', name])
  return code === 0 ? stdout.toString().trim() : null
}

async function messages(git: GitDoor, base: Oid, head: Oid) {
  const range = (await readCommit(git, base)) ? [`^${base}`] : [] // an empty tree excludes nothing
  const args = ['log', '-z', '--no-show-signature', '--no-color', '--format=%H%n%s%n%b', head, ...range, '--']
  const text = (await git.bytes(args)).toString()
  return text
    .split('\0')
    .filter(Boolean)
    .map(entry => {
      const [oid = '', subject = '', ...body] = entry.split('\n')
      return { oid, subject, body: body.join('\n').trim() }
    })
}
