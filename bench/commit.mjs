import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences,
  interleave,
  median,
  options,
  PACKAGE,
  p90,
  report,
  round,
  workerIsDone,
  workshop,
} from './support.mjs'

// What a hook adds to `git commit`: each contestant in a repository of its own, with the same commits.

const { rounds, assert } = options(60)
const shop = workshop()
// By itself: as a dependency of ours its install script would put a hook and a config into every clone.
const LEFTHOOK = 'lefthook@2.2.1'
const lefthook = shop.install(LEFTHOOK)
try {
  const contestants = [
    contestant('nothing', () => {}),
    contestant('exit 0', repo => repo.write('.git/hooks/post-commit', '#!/bin/sh\nexit 0\n', 0o755)),
    wingman('wingman'),
    wingman('wingman, still reviewing', { busy: true }),
    contestant('lefthook', installLefthook),
    contestant('husky', installHusky),
  ]
  const times = await interleave(contestants, rounds)
  conclude(times)
} finally {
  shop.close()
}

function contestant(name, install) {
  const repo = newRepository(name)
  install(repo)
  return { name, measure: number => timeCommit(repo, number) }
}

/** Waits for the review before the next one is timed; `busy` commits once more right before, so that a worker is at it. */
function wingman(name, { busy = false } = {}) {
  const repo = newRepository(name)
  repo.write(
    'wingman.config.yaml',
    'loops:\n  basics:\n    reviewers: [rules]\ngates:\n  ship:\n    requires: [basics]\n',
  )
  repo.wingman('init', '--yes')
  return {
    name,
    async measure(number) {
      if (busy) timeCommit(repo, `before ${number}`)
      const took = timeCommit(repo, number)
      await workerIsDone(repo)
      return took
    },
  }
}

function installLefthook(repo) {
  repo.write('lefthook.yml', 'post-commit:\n  commands:\n    trivial:\n      run: "true"\n')
  repo.must(join(lefthook, 'node_modules/.bin/lefthook'), 'install')
}

function installHusky(repo) {
  repo.must('node_modules/.bin/husky')
  repo.write('.husky/post-commit', 'true\n')
}

function newRepository(name) {
  const repo = shop.repository(name)
  // Where a hook manager finds itself in a project that depends on it.
  symlinkSync(join(PACKAGE, 'node_modules'), join(repo.dir, 'node_modules'))
  repo.write(
    '.git/info/exclude',
    ['node_modules', 'wingman.config.yaml', 'lefthook.yml', '.husky', '.wingman', ''].join('\n'),
  )
  repo.commit('Begin', { 'src/index.ts': source('at first'), 'src/other.ts': source('at first') })
  return repo
}

function timeCommit(repo, number) {
  repo.write('src/index.ts', source(number))
  repo.git('add', 'src/index.ts')
  return repo.time('git', ['commit', '-q', '-m', `Change ${number}`])
}

function source(number) {
  return Array.from({ length: 40 }, (_, line) => `export const value${line} = '${number}'\n`).join('')
}

function conclude(times) {
  const nothing = times.get('nothing')
  const added = name => median(differences(times.get(name), nothing))
  const rows = [...times].map(([name, values]) => ({
    'git commit with': name,
    'median ms': round(median(values)),
    'added ms': name === 'nothing' ? '' : round(added(name)),
    'p90 ms': round(p90(values)),
    'of lefthook': name === 'nothing' ? '' : round(added(name) / added('lefthook'), 2),
  }))
  const targets = [
    { what: 'wingman adds, median ms', value: round(added('wingman')), limit: 5 },
    {
      what: 'that is, of what lefthook adds',
      value: round(added('wingman') / added('lefthook'), 2),
      limit: 0.25,
    },
  ]
  report({ name: 'commit', rounds, assert, rows, targets })
}
