import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

// What the gate costs a push, beside a bare start of node, in a repository with a long history of reviews.

const REVIEWS = 1000
const TARGET = 2.5

const { rounds, assert } = options(40)
const shop = workshop()
try {
  const repo = await repositoryWithReviews()
  const contestants = [
    { name: 'node -e 0', measure: () => repo.time(process.execPath, ['-e', '0']) },
    ...gateContestants(repo, { branch: 'good', does: 'passes', status: 0 }),
    ...gateContestants(repo, { branch: 'bad', does: 'is held', status: 1 }),
  ]
  conclude(await interleave(contestants, rounds))
} finally {
  shop.close()
}

function gateContestants(repo, { branch, does, status }) {
  const url = repo.git('remote', 'get-url', 'origin')
  // The line that git hands to pre-push for a branch that the remote does not have yet.
  const input = `refs/heads/${branch} ${repo.git('rev-parse', branch)} refs/heads/${branch} ${'0'.repeat(40)}\n`
  return [
    {
      name: `pre-push ${does}`,
      measure: () => repo.time('sh', ['.git/hooks/pre-push', 'origin', url], { input, status }),
    },
    {
      name: `wingman gate ${does}`,
      measure: () => repo.time(process.execPath, [WINGMAN, 'gate', branch], { status }),
    },
  ]
}

/** A branch that was approved, one with a finding, and the records of many more. */
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
  multiply(join(repo.dir, '.git', 'wingman'))
  return repo
}

async function reviewed(repo, branch, text) {
  repo.git('switch', '-q', '-c', branch, 'main')
  repo.commit(`Work on ${branch}`, { 'src/work.ts': text })
  await workerIsDone(repo)
}

/** Copies of one review and its result, each under an id, a key and a tree of its own. */
function multiply(store) {
  const [key] = readdirSync(join(store, 'results'))
  const [name] = readdirSync(join(store, 'results', key))
  const result = JSON.parse(readFileSync(join(store, 'results', key, name), 'utf8'))
  const review = JSON.parse(readFileSync(join(store, 'reviews', result.review, 'review.json'), 'utf8'))
  for (let number = readdirSync(join(store, 'reviews')).length; number < REVIEWS; number += 1) {
    const tree = hash('sha1', `tree ${number}`)
    const digest = hash('sha256', `diff ${number}`)
    const snapshot = { ...review.snapshot, commit: hash('sha1', `commit ${number}`), tree, digest }
    const copy = `20200101-000000000-${number.toString(16).padStart(6, '0')}`
    const copyKey = key.replace(result.snapshot.digest, digest).replace(result.snapshot.tree, tree)
    if (copyKey === key) throw new Error(`the key ${key} is of another making`)
    put(join(store, 'reviews', copy), 'review.json', { ...review, id: copy, snapshot })
    put(join(store, 'results', copyKey), name, { ...result, key: copyKey, review: copy, snapshot })
    mkdirSync(join(store, 'edges', tree), { recursive: true })
    writeFileSync(join(store, 'edges', tree, snapshot.base), `${digest}\n`)
  }
}

function put(folder, name, value) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
}

function hash(algorithm, text) {
  return createHash(algorithm).update(text).digest('hex')
}

function conclude(times) {
  const bare = times.get('node -e 0')
  const of = name => round(median(ratios(times.get(name), bare)), 2)
  const rows = [...times].map(([name, values]) => ({
    [`${REVIEWS} reviews on record`]: name,
    'median ms': round(median(values)),
    'p90 ms': round(p90(values)),
    'of node -e 0': of(name),
  }))
  const targets = [...times.keys()]
    .slice(1)
    .map(name => ({ what: `${name}, of node -e 0`, value: of(name), limit: TARGET }))
  report({ name: 'gate', rounds, assert, rows, targets })
}
