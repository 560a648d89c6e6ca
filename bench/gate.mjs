import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  interleave,
  median,
  options,
  p90,
  ratios,
  report,
  round,
  WINGMAN,
  workerIsDone,
  workshop,
} from './support.mjs'

// What the gate costs a push, beside a bare start of node, in a repository with a long history of reviews: of a branch that
// the remote has, with so many new commits, each reviewed by itself; held; new; and cold, where nothing leads to the results.

const RECORDS = 10_000
const TARGETS = { 1: 2.5, 100: 3, 1000: 5 }

const { rounds, assert } = options(25)
const shop = workshop()
try {
  const repo = await repositoryWithReviews()
  const bare = { name: 'node -e 0', measure: () => repo.time(process.execPath, ['-e', '0']) }
  const base = repo.git('rev-parse', 'origin/main')
  const pushes = Object.keys(TARGETS).map(count => push(repo, `${count} new`, `long~${1000 - count}`, base))
  const others = [
    push(repo, 'held', 'bad', base, 1),
    push(repo, 'a new branch', 'good', '0'.repeat(40)),
    { name: 'wingman gate', measure: () => repo.time(process.execPath, [WINGMAN, 'gate', 'good']) },
  ]
  const warm = await interleave([bare, ...pushes, ...others], rounds)
  conclude(warm, await coldly(repo, bare, pushes.slice(0, 2)))
} finally {
  shop.close()
}

/** The line that git hands to pre-push. */
function push(repo, name, revision, remote, status = 0) {
  const url = repo.git('remote', 'get-url', 'origin')
  const input = `refs/heads/main ${repo.git('rev-parse', revision)} refs/heads/main ${remote}\n`
  return {
    name: `pre-push, ${name}`,
    measure: () => repo.time('sh', ['.git/hooks/pre-push', 'origin', url], { input, status }),
  }
}

/** Without what was noted of bases: every diff has to be asked of git. */
async function coldly(repo, bare, pushes) {
  const edges = join(repo.dir, '.git', 'wingman', 'edges')
  renameSync(edges, `${edges}-away`)
  const times = await interleave([bare, ...pushes], 3, 1)
  renameSync(`${edges}-away`, edges)
  return times
}

/** A branch that was approved, one with a finding, a long one, and the records of many more. */
async function repositoryWithReviews() {
  const repo = shop.repository('project')
  repo.commit('Begin', {
    'wingman.config.yaml':
      'loops:\n  basics:\n    reviewers: [rules]\ngates:\n  ship:\n    requires: [basics]\n',
    'src/index.ts': 'export const one = 1\n',
  })
  const remote = join(shop.folder, 'remote.git')
  repo.git('init', '-q', '--bare', remote)
  repo.git('remote', 'add', 'origin', remote)
  repo.git('push', '-q', 'origin', 'main')
  repo.wingman('init', '--yes')
  await reviewed(repo, 'good', 'export const two = 2\n')
  await reviewed(repo, 'bad', 'export const three = 3\ndebugger\n<<<<<<< ours\n=======\n>>>>>>> theirs\n')
  const store = join(repo.dir, '.git', 'wingman')
  const result = approvedIn(store)
  reviewEach(repo, store, result)
  multiply(store, result)
  return repo
}

async function reviewed(repo, branch, text) {
  repo.git('switch', '-q', '-c', branch, 'main')
  repo.commit(`Work on ${branch}`, { 'src/work.ts': text })
  await workerIsDone(repo)
}

function approvedIn(store) {
  const results = readdirSync(join(store, 'results'), { recursive: true }).filter(name =>
    name.endsWith('.json'),
  )
  return results
    .map(name => JSON.parse(readFileSync(join(store, 'results', name), 'utf8')))
    .find(({ outcome }) => outcome.verdict === 'approved')
}

/** A thousand commits on top of main, each approved against the one before it. */
function reviewEach(repo, store, result) {
  const blob = repo.must('git', 'rev-parse', 'good:src/work.ts')
  let parent = repo.git('rev-parse', 'main')
  for (let number = 1; number <= 1000; number += 1) {
    const entry = `100644 blob ${blob}\tfile-${number}.ts\n`
    const before = repo.run('git', ['ls-tree', `${parent}^{tree}`]).stdout
    const tree = repo.run('git', ['mktree'], { input: before + entry }).stdout.trim()
    const commit = repo.git('commit-tree', tree, '-p', parent, '-m', `${number}`)
    const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', parent, commit]
    const digest = hash('sha256', repo.run('git', args).stdout)
    keep(store, result, { ...result.snapshot, commit, tree, base: parent, digest })
    mkdirSync(join(store, 'steps'), { recursive: true })
    writeFileSync(join(store, 'steps', commit), `${tree} ${parent} ${digest}\n`)
    parent = commit
  }
  repo.git('branch', 'long', parent)
}

/** Copies of one result under a key and a tree of its own, until there are enough. */
function multiply(store, result) {
  for (let number = readdirSync(join(store, 'results')).length; number < RECORDS; number += 1) {
    const tree = hash('sha1', `tree ${number}`)
    const commit = hash('sha1', `commit ${number}`)
    keep(store, result, { ...result.snapshot, commit, tree, digest: hash('sha256', `diff ${number}`) })
  }
}

function keep(store, result, snapshot) {
  const key = `diff-${snapshot.digest}`
  put(join(store, 'results', key), `${result.policy}.0.json`, { ...result, key, snapshot })
  mkdirSync(join(store, 'edges', snapshot.tree), { recursive: true })
  writeFileSync(join(store, 'edges', snapshot.tree, snapshot.base), `${snapshot.digest}\n`)
}

function put(folder, name, value) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
}

function hash(algorithm, text) {
  return createHash(algorithm).update(text).digest('hex')
}

function conclude(warm, cold) {
  const of = (times, name) => round(median(ratios(times.get(name), times.get('node -e 0'))), 2)
  const rowsOf = (times, label) =>
    [...times].map(([name, values]) => ({
      [`${RECORDS} results on record`]: `${name}${label}`,
      'median ms': round(median(values)),
      'p90 ms': round(p90(values)),
      'of node -e 0': of(times, name),
    }))
  const targets = Object.entries(TARGETS).map(([count, limit]) => ({
    what: `pre-push, ${count} new, of node -e 0`,
    value: of(warm, `pre-push, ${count} new`),
    limit,
  }))
  report({
    name: 'gate',
    rounds,
    assert,
    rows: [...rowsOf(warm, ''), ...rowsOf(cold, ' (cold)').slice(1)],
    targets,
  })
}
