import { pushScenarios } from '../support/push-scenarios.ts'
import { RULES_ONLY, repositoryWithRemote, reviewedRepository } from '../support/wingman.ts'

// Every way of naming what is pushed. Only that is asked for; HEAD never is.

const LONG_IDS = ['--object-format=sha256']

pushScenarios([
  {
    title: 'up to date: there is nothing to ask',
    script: `
      push => passes
      push origin main => passes`,
  },
  {
    title:
      'a reviewed commit goes out, and an unreviewed one is held until the command that is named was typed',
    script: `
      commit a.js clean
      mark below
      review
      push => passes
      commit b.js clean
      mark new
      push => held: refs/heads/main: 1 commit that the remote does not have, up to {new} | {new} | run review --range {below}..{new}
      repair
      push => passes
      remote-has main {new}`,
  },
  {
    title: 'a reviewed commit with a finding is held, and the finding is shown',
    script: `
      commit bad.js defect
      mark bad
      review => objects
      push => held: needs revision (1 finding in the review of {bad}) | bad.js:1  debugger-statement`,
  },
  {
    title: 'a new branch is asked for what the remote lacks',
    script: `
      branch topic
      commit a.js clean
      review
      push origin topic => passes
      branch next
      commit b.js clean
      push origin next => held: refs/heads/next: 1 commit that the remote does not have
      push origin topic:copy => passes`,
  },
  {
    title: 'a deletion passes, whatever HEAD is',
    script: `
      push -q origin main:old => passes
      commit bad.js defect
      push origin :old => passes
      push origin --delete old => refused
      remote-lacks old`,
  },
  {
    title: 'a deletion in front of a bad ref does not hide it',
    script: `
      push origin main:old => passes
      commit bad.js defect
      push origin :old main => held: refs/heads/main | not refs/heads/old
      remote-has old main~1`,
  },
  {
    title: 'of several refs the bad one is named, and none goes out',
    script: `
      branch good
      commit a.js clean
      review
      branch bad main
      commit b.js clean
      push origin good bad => held: refs/heads/bad: 1 commit | not refs/heads/good
      remote-lacks good`,
  },
  {
    title: '--all asks for each branch',
    script: `
      branch good
      commit a.js clean
      review
      push --all origin => passes
      branch bad main
      commit b.js clean
      switch main
      push --all origin => held: refs/heads/bad: 1 commit | not refs/heads/good`,
  },
  {
    title: '--mirror asks for each ref',
    script: `
      branch topic
      commit a.js clean
      review
      tag -a v1 -m v1
      push --mirror origin => passes
      remote-has topic topic
      commit b.js clean
      tag v2
      push --mirror origin => held: refs/heads/topic | refs/tags/v2`,
  },
  {
    title: '--tags asks for each tag, light or annotated',
    script: `
      commit a.js clean
      review
      tag light
      tag -a noted -m noted
      push origin --tags => passes
      commit b.js clean
      tag light2
      tag -a noted2 -m noted
      push origin --tags => held: refs/tags/light2 | refs/tags/noted2 | not refs/tags/light:
      repair
      push origin --tags => passes`,
  },
  {
    title: 'an annotated tag is the commit that it names',
    script: `
      commit a.js clean
      mark hidden
      tag -a v1 -m v1
      reset HEAD~1
      push origin v1 => held: refs/tags/v1: 1 commit | {hidden}
      repair
      push origin v1 => passes
      remote-has v1 v1`,
  },
  {
    title: 'a tag on a tag is peeled to the commit',
    script: `
      commit a.js clean
      mark hidden
      tag -a inner -m inner
      tag -a outer -m outer inner
      push origin outer => held: refs/tags/outer: 1 commit | {hidden}
      repair
      push origin outer => passes`,
  },
  {
    title: 'a tag on a file is held, and the reason said',
    script: `
      tag blob HEAD:README.md
      push origin blob => held: refs/tags/blob is not a commit, so it cannot be reviewed
      tag -a noted-blob -m x HEAD:README.md
      push origin noted-blob => held: refs/tags/noted-blob is not a commit`,
  },
  {
    title: 'a tag on a tree is held, and the reason said',
    script: `
      tag tree HEAD^{tree}
      push origin tree => held: refs/tags/tree is not a commit, so it cannot be reviewed`,
  },
  {
    title: 'a forced push is asked for its new commits',
    script: `
      commit a.js clean
      review
      push => passes
      amend a.js clean2
      push => refused
      push --force => held: has other content
      repair
      push --force => passes`,
  },
  {
    title: 'a forced push over what is not here is asked for its new commits',
    script: `
      git clone -q ../remote.git ../other
      git -C ../other commit -q --allow-empty -m theirs
      git -C ../other push -q
      commit a.js clean
      push --force => held
      repair
      push --force => passes
      remote-has main main`,
  },
  {
    title: 'an expression names what is pushed: HEAD~1:x leaves HEAD out',
    script: `
      commit a.js clean
      review
      commit bad.js defect
      push origin HEAD~1:refs/heads/x => passes
      push origin HEAD:refs/heads/y => held: refs/heads/y: 1 commit
      remote-has x HEAD~1`,
  },
  {
    title: 'a raw id names what is pushed',
    script: `
      commit a.js clean
      review
      mark good
      commit bad.js defect
      mark bad
      push origin {good}:refs/heads/x => passes
      push origin {bad}:refs/heads/x => held: {bad}`,
  },
  {
    title: 'HEAD on a bad branch does not hold a good one',
    script: `
      branch good
      commit a.js clean
      review
      branch bad main
      commit bad.js defect
      push origin good => passes`,
  },
  {
    title: 'HEAD on a good branch does not open for a bad one',
    script: `
      branch bad
      commit bad.js defect
      branch good main
      commit a.js clean
      review
      push origin bad => held: refs/heads/bad`,
  },
  {
    title: 'a detached HEAD is pushed like a branch',
    script: `
      switch --detach
      commit a.js clean
      push origin HEAD:refs/heads/main => held: refs/heads/main: 1 commit
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
      push origin topic => held: refs/heads/topic: 1 commit
      repair
      push origin topic => passes`,
  },
  {
    title: "notes are commits like others: only wingman's own refs are exempt",
    script: `
      git notes add -m "a note"
      push origin refs/notes/commits => held: refs/notes/commits: 1 commit`,
  },
  {
    title: "wingman's own refs go out unasked",
    script: `
      commit a.js clean
      git update-ref refs/wingman/attestations/x HEAD
      push origin refs/wingman/attestations/x => passes
      push origin refs/wingman/attestations/x main => held: refs/heads/main | not refs/wingman`,
  },
  {
    title: "what lies under wingman's own refs on the remote is not what it has",
    script: `
      commit bad.js defect
      bypass push origin HEAD:refs/wingman/attestations/x
      push => held: refs/heads/main: 1 commit
      push origin HEAD:refs/heads/other => held`,
  },
  {
    title: "names that only look like wingman's own are held",
    script: `
      commit a.js clean
      push origin HEAD:refs/wingmanish/x => held: refs/wingmanish/x: 1 commit
      push origin HEAD:refs/heads/wingman/x => held
      push origin HEAD:refs/heads/refs/wingman/x => held`,
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
      push ../remote.git main => held: refs/heads/main: 1 commit
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
      push ../remote.git main:more => held: refs/heads/more: 1 commit`,
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
      push origin main:new v1 => held: refs/heads/new: 1 commit | refs/tags/v1: 1 commit
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
      push origin main => held: refs/heads/main: 2 commits that the remote does not have
      repair
      push origin main => passes`,
  },
  {
    title: 'an orphan branch beside is asked for down to its root',
    script: `
      git checkout -q --orphan other
      commit a.js clean
      mark root
      push origin other => held: refs/heads/other: 1 commit | {root}
      repair
      push origin other => passes`,
  },
  {
    title: 'history from before wingman came is never asked for',
    script: `
      git init -q --bare ../second.git
      push ../second.git main => passes
      commit a.js clean
      push ../second.git main => held: refs/heads/main: 1 commit
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
      push => held: refs/heads/main: 1 commit`,
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
      push => held: refs/heads/main: 1 commit
      repair
      push => passes
      push origin main:copy => passes`,
  },
])
