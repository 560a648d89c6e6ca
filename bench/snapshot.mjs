import { join } from 'node:path'
import { createJiti } from 'jiti'
import { interleave, median, options, PACKAGE, p90, ratios, report, round, workshop } from './support.mjs'

// What it takes to keep uncommitted work: our capture, from the first question to the ref, beside `git stash create` on the same
// tree. That one leaves untracked files out and makes no ref; beside it stands the same with what `git stash push -u` does for them.
// Ours is called in a process that is there already, as during a review; starting Node is not part of it.

const FOLDERS = 200
const FILES = 20_000
const CHANGED = 40
const UNTRACKED = 20
const TARGET = 1.5

const STASH = 'git stash create'
const STASH_ALL = 'git stash create, and untracked'
const OURS = 'wingman capture'

let turn = 0
const { rounds, assert } = options(20)
// As `git stash push -u` keeps them: an index of their own, a tree, a commit.
const WITH_UNTRACKED = [
  'git stash create >.git/bench-stash',
  'rm -f .git/bench-index',
  'git ls-files -o --exclude-standard -z >.git/bench-names',
  'export GIT_INDEX_FILE=.git/bench-index',
  'git update-index -z --add --stdin <.git/bench-names',
  'git commit-tree -m untracked $(git write-tree) >.git/bench-untracked',
].join(' && ')

const shop = workshop()
try {
  const repo = repositoryWithWork()
  const capture = await captureIn(repo)
  const contestants = [
    { name: STASH, measure: () => fresh(repo, () => repo.time('git', ['stash', 'create'])) },
    { name: STASH_ALL, measure: () => fresh(repo, () => repo.time('sh', ['-c', WITH_UNTRACKED])) },
    { name: OURS, measure: () => fresh(repo, capture) },
  ]
  conclude(await interleave(contestants, rounds))
} finally {
  shop.close()
}

function repositoryWithWork() {
  const repo = shop.repository('project')
  const files = Array.from({ length: FILES }, (_, at) => [
    pathOf(at),
    `export const number = ${at}\n`.repeat(20),
  ])
  repo.commit('Begin', { '.gitignore': 'ignored/\n', ...Object.fromEntries(files) })
  for (let at = 0; at < 5; at += 1) repo.run('rm', [pathOf(at * 1000 + 7)])
  return repo
}

function pathOf(at) {
  return `src/folder-${at % FOLDERS}/file-${at}.ts`
}

/** Work that nobody has seen yet: what was hashed before would only be found again. */
function fresh(repo, measure) {
  turn += 1
  for (let at = 0; at < CHANGED; at += 1)
    repo.write(pathOf(at * 491 + 1), `export const turn = ${turn * 1000 + at}\n`)
  for (let at = 0; at < UNTRACKED; at += 1)
    repo.write(`new/file-${at}.ts`, `export const fresh = ${turn * 1000 + at}\n`)
  return measure()
}

async function captureIn(repo) {
  const source = createJiti(import.meta.url)
  const load = path => source.import(join(PACKAGE, 'src', 'adapters', path))
  const { capture } = await load('git/capture.ts')
  const { openGit } = await load('git/door.ts')
  const { locate } = await load('git/locate.ts')
  const { openEpoch } = await load('store/epoch.ts')
  const { gitQuestions } = await load('git/questions.ts')
  const paths = locate(repo.dir)
  const git = openGit(repo.dir, async () => {})
  const questions = gitQuestions(git, paths)
  const epoch = openEpoch(join(paths.gitDir, 'wingman', 'epoch'), async () => ({
    ref: await questions.symbolic('HEAD'),
    commit: (await questions.commit('HEAD')).oid,
  }))
  return async () => {
    const reason = { trigger: 'explicit', at: new Date(), session: null, epoch: () => epoch.observe() }
    const began = process.hrtime.bigint()
    const ghost = await capture({ git, paths, what: 'dirty', reason })
    const took = Number(process.hrtime.bigint() - began) / 1e6
    if (ghost?.files !== CHANGED + UNTRACKED + 5) throw new Error(`captured ${ghost?.files} files`)
    return took
  }
}

function conclude(times) {
  const of = (name, base) => round(median(ratios(times.get(name), times.get(base))), 2)
  const rows = [...times].map(([name, values]) => ({
    [`${FILES} files, ${CHANGED} changed, ${UNTRACKED} untracked, 5 deleted`]: name,
    'median ms': round(median(values)),
    'p90 ms': round(p90(values)),
    [`of ${STASH}`]: of(name, STASH),
  }))
  const targets = [STASH, STASH_ALL].map(base => ({
    what: `${OURS}, of ${base}`,
    value: of(OURS, base),
    limit: TARGET,
  }))
  report({ name: 'snapshot', rounds, assert, rows, targets })
}
