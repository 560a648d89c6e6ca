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

// What each hook adds to the git command that runs it: each contestant in a repository of its own, with the same work, beside
// hook managers that run nothing for the same hook.

const { rounds, assert } = options(60)
const shop = workshop()
// By itself: as a dependency of ours its install script would put a hook and a config into every clone.
const LEFTHOOK = 'lefthook@2.2.1'
const lefthook = shop.install(LEFTHOOK)

const CONFIG = 'loops:\n  basics:\n    reviewers: [rules]\ngates:\n  ship:\n    requires: [basics]\n'

/** What a median of some rounds moves by on a machine that is quiet. */
const NOISE_MS = 1

/** The git command that is timed, after what it takes to have it run the hook anew. */
const HOOKS = {
  'post-commit': (repo, number) => commit(repo, number),
  'post-merge': (repo, number) => {
    repo.git('checkout', '-q', '-B', 'topic')
    commit(repo, number, { quietly: true })
    repo.git('checkout', '-q', 'main')
    return repo.time('git', ['merge', '-q', '--ff-only', 'topic'])
  },
  'post-checkout': (repo, number) => repo.time('git', ['checkout', '-q', '-b', `branch-${number}`]),
  // Amending runs post-commit too; only the hook that is measured is installed.
  'post-rewrite': (repo, number) => repo.time('git', ['commit', '-q', '--amend', '-m', `Amended ${number}`]),
  'pre-push, nothing new': repo => repo.time('git', ['push', '-q', 'origin', 'main']),
}

const CONTESTANTS = {
  nothing: () => {},
  'exit 0': (repo, hook) => repo.write(`.git/hooks/${hook}`, '#!/bin/sh\nexit 0\n', 0o755),
  wingman: installWingman,
  'wingman, disabled': (repo, hook) => {
    installWingman(repo, hook)
    repo.write('.git/wingman/disabled', '')
  },
  'wingman, off in the config': (repo, hook) => {
    installWingman(repo, hook)
    repo.write('wingman.config.yaml', `enabled: false\n${CONFIG}`)
    repo.wingman('status')
  },
  lefthook: installLefthook,
  husky: installHusky,
}

try {
  const contestants = Object.keys(HOOKS).flatMap(hook =>
    Object.entries(CONTESTANTS).map(([name, install]) => contestant(hook, name, install)),
  )
  const busy = contestant('post-commit', 'wingman, still reviewing', installWingman, { isBusy: true })
  conclude(await interleave([...contestants, busy], rounds))
} finally {
  shop.close()
}

/** Waits for the review before the next one is timed; `isBusy` commits once more right before, so that a worker is at it. */
function contestant(hook, name, install, { isBusy = false } = {}) {
  const repo = newRepository(`${hook} ${name}`)
  const [gitHook] = hook.split(',')
  install(repo, gitHook)
  if (name.startsWith('wingman')) only(repo, gitHook)
  return {
    name: `${hook}: ${name}`,
    async measure(number) {
      if (isBusy) commit(repo, `before ${number}`)
      const took = HOOKS[hook](repo, number)
      if (name.startsWith('wingman')) await workerIsDone(repo)
      return took
    },
  }
}

function installWingman(repo) {
  repo.write('wingman.config.yaml', CONFIG)
  repo.wingman('init', '--yes')
  repo.write('.git/wingman/queue/.keep', '')
  repo.must('rm', '.git/wingman/queue/.keep')
}

/** The one hook that is measured: what the others add is theirs. */
function only(repo, hook) {
  for (const other of ['post-commit', 'post-merge', 'post-rewrite', 'post-checkout', 'pre-push'])
    if (other !== hook) repo.must('rm', `.git/hooks/${other}`)
}

function installLefthook(repo, hook) {
  repo.write('lefthook.yml', `${hook}:\n  commands:\n    trivial:\n      run: "true"\n`)
  repo.must(join(lefthook, 'node_modules/.bin/lefthook'), 'install')
}

function installHusky(repo, hook) {
  repo.must('node_modules/.bin/husky')
  repo.write(`.husky/${hook}`, 'true\n')
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
  repo.git('init', '-q', '--bare', `${repo.dir}.git`)
  repo.git('remote', 'add', 'origin', `${repo.dir}.git`)
  repo.git('push', '-q', '-u', 'origin', 'main')
  return repo
}

function commit(repo, number, { quietly = false } = {}) {
  repo.write('src/index.ts', source(number))
  repo.git('add', 'src/index.ts')
  const args = ['commit', '-q', '-m', `Change ${number}`]
  return repo.time('git', quietly ? ['-c', 'core.hooksPath=/dev/null', ...args] : args)
}

function source(number) {
  return Array.from({ length: 40 }, (_, line) => `export const value${line} = '${number}'\n`).join('')
}

function conclude(times) {
  const added = (hook, name) =>
    median(differences(times.get(`${hook}: ${name}`), times.get(`${hook}: nothing`)))
  const ratio = (one, other) => median(times.get(one)) / median(times.get(other))
  const rows = [...times].map(([key, values]) => {
    const [hook, name] = key.split(': ')
    const isBare = name === 'nothing'
    return {
      hook,
      with: name,
      'median ms': round(median(values)),
      'added ms': isBare ? '' : round(added(hook, name)),
      'p90 ms': round(p90(values)),
      'of lefthook': isBare ? '' : round(added(hook, name) / added(hook, 'lefthook'), 2),
    }
  })
  report({ name: 'commit', rounds, assert, rows, targets: targets(added, ratio) })
}

function targets(added, ratio) {
  const ours = hook => round(added(hook, 'wingman'))
  const share = hook => round(added(hook, 'wingman') / added(hook, 'lefthook'), 2)
  return [
    { what: 'post-commit adds, median ms', value: ours('post-commit'), limit: 5 },
    { what: 'that is, of what lefthook adds', value: share('post-commit'), limit: 0.25 },
    {
      what: 'post-commit while a review is under way: a commit takes, of one without wingman',
      value: round(ratio('post-commit: wingman, still reviewing', 'post-commit: nothing'), 2),
      limit: 3,
    },
    { what: 'post-merge adds', value: ours('post-merge'), limit: 5 },
    ...['post-checkout', 'post-rewrite'].map(hook => ({
      what: `${hook} adds, beyond what post-commit does`,
      value: round(added(hook, 'wingman') - added('post-commit', 'wingman')),
      limit: NOISE_MS,
    })),
    // The gate reads the config at each push.
    ...Object.keys(HOOKS)
      .filter(hook => !hook.startsWith('pre-push'))
      .map(hook => ({
        what: `${hook}, off in the config: adds, beyond what \`exit 0\` does`,
        value: round(added(hook, 'wingman, off in the config') - added(hook, 'exit 0')),
        limit: NOISE_MS,
      })),
    ...Object.keys(HOOKS).map(hook => ({
      what: `${hook}, disabled: adds, beyond what \`exit 0\` does`,
      value: round(added(hook, 'wingman, disabled') - added(hook, 'exit 0')),
      limit: NOISE_MS,
    })),
  ]
}
