import { cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  differences,
  interleave,
  median,
  options,
  PACKAGE,
  ratios,
  report,
  round,
  workshop,
} from './support.mjs'

// What is left of our part of a hook in a clone where wingman is disabled, beside an `exit 0` in its place: in git's own
// folder, and with each hook manager that runs ours.

const { rounds, assert } = options(40)
const shop = workshop()
const CONFIG = 'loops:\n  basics:\n    reviewers: [rules]\ngates:\n  ship:\n    requires: [basics]\n'

/** What a median of some rounds moves by on a machine that is quiet. */
const NOISE_MS = 1

const TIMED = {
  'post-commit': repo => repo.time('git', ['commit', '-q', '--allow-empty', '-m', 'again']),
  'pre-push': repo => repo.time('git', ['push', '-q', 'origin', 'main']),
}

/** Each with a `true` of theirs before or after ours: how it is set up, and where an `exit 0` stands in our place. */
const HOSTS = {
  git: {
    set: () => {},
    stub: (repo, hook) => repo.write(`.git/hooks/${hook}`, '#!/bin/sh\nexit 0\n', 0o755),
  },
  husky: {
    set(repo, hook) {
      repo.must('node_modules/.bin/husky')
      repo.write(`.husky/${hook}`, 'true\n')
    },
    stub: (repo, hook) => repo.write(`.husky/${hook}`, 'true\nexit 0\n'),
    only: (repo, hook) => others(hook).map(other => join(repo.dir, '.husky', other)),
  },
  lefthook: {
    tool: 'lefthook@2.2.2',
    set: (repo, hook) => repo.write('lefthook.yml', `${hook}:\n  jobs:\n    - run: "true"\n`),
    stub(repo, hook) {
      repo.write('lefthook.yml', `${hook}:\n  jobs:\n    - run: "true"\n    - run: exit 0\n`)
      repo.must('node_modules/.bin/lefthook', 'install')
    },
  },
  'simple-git-hooks': {
    tool: 'simple-git-hooks@2.14.0',
    set: (repo, hook) => repo.write('package.json', sghConfig(hook, 'true')),
    stub(repo, hook) {
      repo.write('package.json', sghConfig(hook, 'exit 0; true'))
      repo.must('node_modules/.bin/simple-git-hooks')
    },
  },
}

const SETTINGS = {
  'exit 0': (repo, host, hook) => host.stub(repo, hook),
  disabled(repo, host, hook) {
    ours(repo, host, hook)
    repo.write('.git/wingman/disabled', '')
  },
  'disabled for this person': ours,
}

try {
  const contestants = Object.keys(HOSTS).flatMap(host =>
    Object.keys(TIMED).flatMap(hook => Object.keys(SETTINGS).map(setting => contestant(host, hook, setting))),
  )
  conclude(await interleave(contestants, rounds))
} finally {
  shop.close()
}

function contestant(host, hook, setting) {
  const name = `${host}: ${hook}: ${setting}`
  const repo = newRepository(name.replaceAll(': ', ' '), HOSTS[host].tool)
  HOSTS[host].set(repo, hook)
  SETTINGS[setting](repo, HOSTS[host], hook)
  const person = join(shop.folder, 'home/.config/wingman/disabled')
  return {
    name,
    measure() {
      rmSync(person, { force: true })
      if (setting.endsWith('person')) repo.write(`../home/.config/wingman/disabled`, '')
      return TIMED[hook](repo)
    },
  }
}

/** Installed for that hook alone. */
function ours(repo, host, hook) {
  repo.write('wingman.config.yaml', CONFIG)
  repo.wingman('install')
  const ours = host.only?.(repo, hook) ?? others(hook).map(other => join(repo.dir, '.git/hooks', other))
  for (const path of ours) rmSync(path, { force: true })
}

function others(hook) {
  return ['post-commit', 'post-merge', 'post-rewrite', 'post-checkout', 'pre-push'].filter(
    name => name !== hook,
  )
}

function sghConfig(hook, command) {
  return JSON.stringify({ 'simple-git-hooks': { [hook]: command } })
}

function newRepository(name, tool) {
  const repo = shop.repository(name)
  if (tool)
    cpSync(join(installed(tool), 'node_modules'), join(repo.dir, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  else symlinkSync(join(PACKAGE, 'node_modules'), join(repo.dir, 'node_modules'))
  const mine = [
    'node_modules',
    'wingman.config.yaml',
    'lefthook.yml',
    '.lefthook',
    'package.json',
    '.husky',
    '.wingman',
  ]
  repo.write('.git/info/exclude', `${mine.join('\n')}\n`)
  repo.commit('Begin', { 'a.txt': 'a' })
  repo.git('init', '-q', '--bare', `${repo.dir}.git`)
  repo.git('remote', 'add', 'origin', `${repo.dir}.git`)
  repo.git('push', '-q', '-u', 'origin', 'main')
  return repo
}

function installed(tool) {
  installed.known ??= new Map()
  if (!installed.known.has(tool)) installed.known.set(tool, shop.install(tool))
  return installed.known.get(tool)
}

function conclude(times) {
  const bare = key => times.get(key.replace(/[^:]*$/, ' exit 0'))
  const rows = [...times].map(([key, values]) => {
    const [host, hook, setting] = key.split(': ')
    return {
      host,
      hook,
      with: setting,
      'median ms': round(median(values)),
      'beyond exit 0, ms': round(median(differences(values, bare(key))), 2),
      'of exit 0': round(median(ratios(values, bare(key))), 2),
    }
  })
  const targets = rows
    .filter(row => row.with !== 'exit 0')
    .map(row => ({
      what: `${row.host}, ${row.hook}, ${row.with}: adds, beyond what \`exit 0\` does`,
      value: row['beyond exit 0, ms'],
      limit: NOISE_MS,
    }))
  report({ name: 'disabled', rounds, assert, rows, targets })
}
