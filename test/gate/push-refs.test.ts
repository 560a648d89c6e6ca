import { pushScenarios } from '../support/push-scenarios.ts'

// Every way of naming what is pushed. Only that is asked for; HEAD never is.

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
      push => held: refs/heads/main: 1 new commit, up to {new} | {new} | run review --range {below}..{new}
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
      push origin next => held: refs/heads/next: 1 new commit
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
      push origin :old main => held: refs/heads/main: 1 new commit | ✔ refs/heads/old would pass
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
      push origin good bad => held: refs/heads/bad: 1 new commit | ✔ refs/heads/good would pass in a push of its own
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
      push --all origin => held: refs/heads/bad: 1 new commit | not refs/heads/good:`,
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
      push origin v1 => held: refs/tags/v1: 1 new commit | {hidden}
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
      push origin outer => held: refs/tags/outer: 1 new commit | {hidden}
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
      push origin HEAD:refs/heads/y => held: refs/heads/y: 1 new commit
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
    title: "notes are commits like others: only wingman's own refs are exempt",
    script: `
      git notes add -m "a note"
      push origin refs/notes/commits => held: refs/notes/commits: 1 new commit`,
  },
  {
    title: 'what holds no content goes out under the name of an attestation, and nothing else does',
    script: `
      commit a.js clean
      git update-ref refs/wingman/attestations/x HEAD
      push origin refs/wingman/attestations/x => held: refs/wingman/attestations/x
      empty refs/wingman/attestations/y
      push origin refs/wingman/attestations/y => passes
      push origin refs/wingman/attestations/y main => held: refs/heads/main | not attestations/y`,
  },
  {
    title: "what lies under wingman's own refs on the remote is not what it has",
    script: `
      commit bad.js defect
      bypass push origin HEAD:refs/wingman/attestations/x
      push => held: refs/heads/main: 1 new commit
      push origin HEAD:refs/heads/other => held`,
  },
  {
    title: "names that only look like wingman's own are held",
    script: `
      commit a.js clean
      push origin HEAD:refs/wingmanish/x => held: refs/wingmanish/x: 1 new commit
      push origin HEAD:refs/heads/wingman/x => held
      push origin HEAD:refs/heads/refs/wingman/x => held`,
  },
])
