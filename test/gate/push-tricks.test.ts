import { pushScenarios } from '../support/push-scenarios.ts'

// What the remote has is what it says itself. Nothing that lies about here opens the gate.

pushScenarios([
  {
    title: 'a forged tracking ref opens nothing',
    script: `
      commit bad.js defect
      git update-ref refs/remotes/origin/forged HEAD
      push => held: refs/heads/main: 1 new commit
      push origin HEAD:refs/heads/new => held: refs/heads/new: 1 new commit`,
  },
  {
    title: 'a forged tracking ref of the pushed branch opens nothing',
    script: `
      commit bad.js defect
      git update-ref refs/remotes/origin/main HEAD
      push => held: refs/heads/main: 1 new commit`,
  },
  {
    title: 'the tracking ref of a branch that is gone from the remote opens nothing',
    script: `
      branch topic
      commit bad.js defect
      bypass push origin topic
      remote update-ref -d refs/heads/topic
      push origin topic => held: refs/heads/topic: 1 new commit
      push origin topic:other => held: refs/heads/other: 1 new commit`,
  },
  {
    title: 'what the remote has and no tracking ref says is not asked for',
    script: `
      branch topic
      commit a.js clean
      bypass push origin topic
      git update-ref -d refs/remotes/origin/topic
      push origin topic:copy => passes`,
  },
  {
    title: 'what went to the address for fetching is not what the address for pushing has',
    script: `
      git init -q --bare -b main ../second.git
      commit bad.js defect
      bypass push origin main
      git config remote.origin.pushurl ../second.git
      push origin main => held: refs/heads/main`,
  },
  {
    title: 'what went to one remote is not what another has',
    script: `
      git init -q --bare -b main ../second.git
      git remote add second ../second.git
      commit bad.js defect
      bypass push origin main
      push second main => held: refs/heads/main: 1 new commit`,
  },
  {
    title: 'a remote with a slash in its name is another than the one before the slash',
    script: `
      git init -q --bare -b main ../second.git
      git config remote.origin/second.url ../second.git
      git config remote.origin/second.fetch +refs/heads/*:refs/remotes/origin/second/*
      commit bad.js defect
      bypass push origin/second main
      push origin main => held: refs/heads/main: 1 new commit`,
  },
  {
    title: 'a remote with a slash in its name knows what it has',
    script: `
      git init -q --bare -b main ../second.git
      git config remote.origin/second.url ../second.git
      git config remote.origin/second.fetch +refs/heads/*:refs/remotes/origin/second/*
      commit a.js clean
      bypass push origin/second main
      push origin/second main:copy => passes
      commit bad.js defect
      push origin/second main => held: refs/heads/main: 1 new commit`,
  },
  {
    title: "a tag of one's own that says a commit is old opens nothing",
    script: `
      commit bad.js defect
      tag origin/main
      push origin HEAD:refs/heads/main => held: refs/heads/main: 1 new commit`,
  },
  {
    title: 'a replaced commit is pushed as what it is',
    script: `
      commit a.js clean
      review
      mark good
      reset HEAD~1
      commit a.js defect
      git replace HEAD {good}
      push => held`,
  },
  {
    title: 'a replaced file is pushed as what it is',
    script: `
      commit a.js clean
      review
      mark good HEAD:a.js
      reset HEAD~1
      commit a.js defect
      git replace -f HEAD:a.js {good}
      push => held`,
  },
  {
    title: 'a review under a replaced file is of what is really there',
    script: `
      commit a.js clean
      mark good HEAD:a.js
      commit a.js defect
      git replace -f HEAD:a.js {good}
      review --range HEAD~2..HEAD => objects
      push => held: a.js:1  debugger-statement`,
  },
  {
    title: 'a graft that cuts off the unreviewed commit below opens nothing',
    script: `
      mark start
      commit bad.js defect
      commit a.js clean
      review --commit HEAD
      mark tip
      put .git/info/grafts graft:{tip}={start}
      push => held
      remote-has main {start}`,
  },
  {
    title: 'a graft that says the commit is the beginning opens nothing',
    script: `
      commit bad.js defect
      commit a.js clean
      review --commit HEAD
      mark tip
      put .git/info/grafts graft:{tip}
      push --force => held
      push origin HEAD:refs/heads/new => held`,
  },
  {
    title: 'a graft that puts the unreviewed commit below what the remote has opens nothing',
    script: `
      mark start
      commit bad.js defect
      mark bad
      commit a.js clean
      review --commit HEAD
      put .git/info/grafts graft:{start}={bad},{bad}
      push origin HEAD:refs/heads/new => held
      push --force => held`,
  },
  {
    title: 'a shallow file that cuts off the unreviewed commit opens nothing',
    script: `
      commit bad.js defect
      commit a.js clean
      review --commit HEAD
      mark tip
      put .git/shallow graft:{tip}
      push origin HEAD:refs/heads/new => held
      push --force => held`,
  },
  {
    title: 'a branch that is named like a remote one opens nothing',
    script: `
      commit bad.js defect
      git branch origin/main
      push origin main => held: refs/heads/main: 1 new commit
      push origin origin/main:refs/heads/x => held: refs/heads/x: 1 new commit`,
  },
  {
    title: 'a diff setting of the repository changes no key',
    script: `
      git config diff.algorithm patience
      git config diff.context 0
      git config diff.renames copies
      git config diff.noprefix true
      commit a.js lines
      review
      git config diff.algorithm histogram
      git config diff.context 9
      git config diff.orderFile nowhere
      push => passes`,
  },
  {
    title: 'attributes that call a text binary hide no change',
    script: `
      commit a.js clean .gitattributes attributes
      review
      amend a.js defect
      push => held`,
  },
])
