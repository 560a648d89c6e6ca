import { pushScenarios } from '../support/push-scenarios.ts'
import { RULES_ONLY, repositoryWithRemote, reviewedRepository } from '../support/wingman.ts'

// From where and to where: worktrees, clones, addresses, empty remotes, and what was there before wingman came.

const LONG_IDS = ['--object-format=sha256']

pushScenarios([
  {
    title: 'a detached HEAD is pushed like a branch',
    script: `
      switch --detach
      commit a.js clean
      push origin HEAD:refs/heads/main => held: refs/heads/main: 1 new commit
      repair
      push origin HEAD:refs/heads/main => passes`,
  },
  {
    title: 'what was reviewed in the main worktree goes out from a linked one',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      git worktree add -q ../second topic
      cd ../second
      push origin topic => passes
      commit b.js clean
      push origin topic => held: refs/heads/topic: 1 new commit
      repair
      push origin topic => passes`,
  },
  {
    title: '--dry-run is answered like a push, and nothing moves',
    script: `
      mark before
      commit a.js clean
      push --dry-run => held
      repair
      push --dry-run => passes
      remote-has main {before}`,
  },
  {
    title: 'a push by address is held like one by name',
    script: `
      commit a.js clean
      push ../remote.git main => held: refs/heads/main: 1 new commit
      push ../remote.git/../remote.git main => held
      repair
      push ../remote.git main => passes`,
  },
  {
    title: 'a new branch by address is asked only for what the remote lacks',
    script: `
      commit a.js clean
      bypass push origin main
      push ../remote.git main:copy => passes
      commit b.js clean
      push ../remote.git main:more => held: refs/heads/more: 1 new commit`,
  },
  {
    title: 'longer object ids: new branch, tag, deletion, repair',
    stage: () =>
      reviewedRepository(RULES_ONLY, {
        init: ['init', '-q', '-b', 'main', ...LONG_IDS],
        remoteInit: LONG_IDS,
      }),
    script: `
      commit a.js clean
      tag -a v1 -m v1
      push origin main:new v1 => held: refs/heads/new: 1 new commit | refs/tags/v1: 1 new commit
      repair
      push origin main:new v1 => passes
      push origin :new => passes`,
  },
  {
    title: 'a root commit goes to an empty remote when everything down to it was reviewed',
    stage: () => repositoryWithRemote(),
    script: `
      install
      put wingman.config.yaml config
      commit wingman.config.yaml staged
      commit a.js clean
      push origin main => held: refs/heads/main: 2 new commits
      repair
      push origin main => passes`,
  },
  {
    title: 'an orphan branch beside is asked for down to its root',
    script: `
      git checkout -q --orphan other
      commit a.js clean
      mark root
      push origin other => held: refs/heads/other: 1 new commit | {root}
      repair
      push origin other => passes`,
  },
  {
    title: 'history from before wingman came is never asked for',
    script: `
      git init -q --bare ../second.git
      push ../second.git main => passes
      commit a.js clean
      push ../second.git main => held: refs/heads/main: 1 new commit
      repair
      push ../second.git main => passes`,
  },
  {
    title: 'a clone that wingman comes to later is not asked for what the remote had',
    script: `
      commit old.js defect
      bypass push origin main
      git clone -q ../remote.git ../clone
      cd ../clone
      install
      push origin main:copy => passes
      commit a.js clean
      push => held: refs/heads/main: 1 new commit`,
  },
  {
    title: 'a shallow clone is gated like a whole one',
    script: `
      commit a.js clean
      commit a.js clean2
      bypass push origin main
      git clone -q --depth 1 --no-local ../remote.git ../shallow
      cd ../shallow
      install
      commit b.js clean
      push => held: refs/heads/main: 1 new commit
      repair
      push => passes
      push origin main:copy => passes`,
  },
])
