import { afterEach, vi } from 'vitest'
import { gatedRepository } from '../support/gate-scenes.ts'
import { pushScenarios } from '../support/push-scenarios.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'
import { RULES_ONLY } from '../support/wingman.ts'

// A verdict belongs to content: the same change keeps it, whatever it is called and wherever it stands; another one does not.

const STRICT = RULES_ONLY.replace('[rules]', '[rules]\n    failOn: suggestion')
const RUNS =
  'reviewers:\n  checks: { run: "true" }\nloops:\n  tests: { reviewers: [checks] }\ngates:\n  ship: { requires: [tests] }\n'
const BOTH = RUNS.replace('[checks]', '[rules, checks]')

const MODEL = `models: { fast: { agent: claude } }
reviewers: { reader: { model: fast, prompt: ./ask.md } }
loops: { standards: { reviewers: [reader] } }
gates: { ship: { requires: [standards] } }
`

afterEach(() => vi.unstubAllEnvs())

pushScenarios([
  {
    title: 'an amended message keeps the approval',
    script: `
      commit a.js clean
      review
      amend -m "in better words"
      push => passes`,
  },
  {
    title: 'an amended author and date keep the approval',
    script: `
      commit a.js clean
      review
      amend --author "Other <other@localhost>" --date 2001-01-01T00:00:00
      push => passes`,
  },
  {
    title: 'a fast-forward keeps the approval',
    script: `
      branch topic
      commit a.js clean
      commit b.js clean
      review
      switch main
      fast-forward topic
      push => passes`,
  },
  {
    title: 'rebased over other files, a change keeps its approval',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit elsewhere.js clean
      bypass push origin main
      rebase main topic
      push origin topic => passes`,
  },
  {
    title: 'two reviewed commits keep their approvals when both are rebased',
    script: `
      branch topic
      commit a.js clean
      review --commit HEAD
      commit b.js clean
      review --commit HEAD
      switch main
      commit elsewhere.js clean
      bypass push origin main
      rebase main topic
      push origin topic => passes`,
  },
  {
    title: 'rebased over a change far away in the same file, a change keeps its approval',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:2=topic
      review
      switch main
      commit a.js lines:19=main
      bypass push origin main
      rebase main topic
      push origin topic => passes`,
  },
  {
    title: 'rebased over a change close by in the same file, a change is another one',
    script: `
      commit a.js lines
      bypass push origin main
      branch topic
      commit a.js lines:2=topic
      review
      switch main
      commit a.js lines:4=main
      bypass push origin main
      rebase main topic
      push origin topic => held: has other content
      repair
      push origin topic => passes`,
  },
  {
    title: 'the same lines at another place of the same file are another change',
    script: `
      commit a.js lines
      bypass push origin main
      commit a.js lines:2=x
      review
      amend a.js lines:18=x
      push => held: has other content`,
  },
  {
    title: 'the same lines in another file are another change',
    script: `
      commit a.js clean
      review
      commit a.js gone
      commit b.js clean
      push => held`,
  },
  {
    title: 'white space alone is another change',
    script: `
      commit a.py indented
      review
      amend a.py dented
      push => held: has other content
      repair
      push => passes`,
  },
  {
    title: 'a mode alone is a change',
    script: `
      commit a.sh clean
      review
      push => passes
      git update-index --chmod=+x a.sh
      commit
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a name alone is a change',
    script: `
      commit a.js clean
      review
      push => passes
      git mv a.js b.js
      commit
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a binary file is a change, and another binary is another one',
    script: `
      commit a.png binary
      push => held
      repair
      push => passes
      commit a.png binary2
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a symlink is a change, and its target too',
    script: `
      link a to README.md
      commit a staged
      review
      push => passes
      git rm -q a
      link a to /etc/passwd
      commit a staged
      push => held: came after the last review`,
  },
  {
    title: 'a submodule that moved is a change',
    script: `
      git update-index --add --cacheinfo 160000,1111111111111111111111111111111111111111,sub
      commit
      review --commit HEAD
      push => passes
      git update-index --cacheinfo 160000,2222222222222222222222222222222222222222,sub
      commit
      push => held
      repair
      push => passes`,
  },
  {
    title: 'an empty commit needs no review',
    script: `
      commit
      push => passes
      commit a.js clean
      mark below
      commit
      push => held: {below} was never reviewed`,
  },
  {
    title: 'what was added and taken away again in between is in no diff',
    script: `
      commit a.js clean
      commit b.js clean
      commit b.js gone
      review
      push => passes
      commit c.js clean
      commit c.js gone
      push => passes`,
  },
  {
    title: 'a revert of what is on its way is nothing, a revert of what went out is a change',
    script: `
      commit a.js clean
      revert HEAD
      push => passes
      commit a.js clean
      review
      push => passes
      revert HEAD
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a revert of a revert is the change that was approved',
    script: `
      commit a.js clean
      review
      push => passes
      revert HEAD
      review
      push => passes
      revert HEAD
      push => passes`,
  },
  {
    title: 'a reviewed commit is picked to another branch',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      commit b.js clean
      bypass push origin main
      cherry-pick topic
      push => passes`,
  },
  {
    title: 'only the reviewed commit of a branch is picked, and the other one is held',
    script: `
      branch topic
      commit a.js clean
      review --commit HEAD
      commit b.js defect
      switch main
      cherry-pick topic~1
      push => passes
      cherry-pick topic
      mark picked
      push => held: {picked}`,
  },
  {
    title: 'a branch that was reviewed as a whole goes out as one commit',
    script: `
      branch topic
      commit a.js clean
      commit b.js clean
      review
      switch main
      git merge -q --squash topic
      commit
      push => passes`,
  },
  {
    title: 'what was slipped into a squashed branch is held',
    script: `
      branch topic
      commit a.js clean
      review
      switch main
      git merge -q --squash topic
      commit b.js defect
      push => held`,
  },
  {
    title: 'two commits that were made one go out after one review of it',
    script: `
      commit a.js clean
      review --commit HEAD
      commit a.js clean2
      review --commit HEAD
      git reset -q --soft HEAD~2
      commit
      review
      push => passes`,
  },
  {
    title: 'a gap in the middle is named as the commit it is, and closed by the command that is named',
    script: `
      commit a.js clean
      review --commit HEAD
      commit b.js clean
      mark gap
      commit c.js clean
      review --commit HEAD
      push => held: 3 new commits | {gap} was never reviewed
      repair
      push => passes`,
  },
  {
    title: 'a gap at the bottom is named as the commit it is, and closed by the command that is named',
    script: `
      commit a.js clean
      mark gap
      commit b.js clean
      review --commit HEAD
      commit c.js clean
      review --commit HEAD
      push => held: {gap} was never reviewed
      repair
      push => passes`,
  },
  {
    title: 'a finding below a reviewed tip holds, and is shown where it is',
    script: `
      commit bad.js defect
      mark bad
      review --commit HEAD => objects
      commit c.js clean
      review --commit HEAD
      push => held: needs revision (1 finding in the review of {bad}) | bad.js:1  debugger-statement
      commit bad.js clean
      review --range origin/main..HEAD
      push => passes`,
  },
  {
    title: 'reviews of neighbouring ranges add up',
    script: `
      commit a.js clean
      commit b.js clean
      review --range HEAD~2..HEAD
      commit c.js clean
      commit d.js clean
      review --range HEAD~2..HEAD
      push => passes
      push origin HEAD~1:refs/heads/between => passes`,
  },
  {
    title: 'a commit between the ends of a reviewed range was not reviewed by itself',
    script: `
      commit bad.js defect
      commit bad.js clean
      review --range HEAD~2..HEAD
      push origin HEAD~1:refs/heads/between => held
      push => passes`,
  },
  {
    title: 'a commit made with the hooks switched off is held',
    script: `
      git -c core.hooksPath=/nowhere commit -q --allow-empty --no-verify -m off
      commit a.js clean
      push => held: 2 new commits`,
  },
  {
    title: 'a commit made with hooks is reviewed by itself',
    script: `
      hooked a.js clean
      push => passes
      hooked bad.js defect
      push => held: bad.js:1  debugger-statement`,
  },
  {
    title: 'a raised threshold voids what was passed',
    config: STRICT,
    configs: { loose: RULES_ONLY.replace('[rules]', '[rules]\n    failOn: critical') },
    script: `
      commit a.js clean
      mark seen
      review
      config loose
      push => held: the review of {seen} does not count here
      git checkout -q wingman.config.yaml
      push => passes`,
  },
  {
    title: 'a rule switched off voids what was passed',
    configs: {
      off: `${RULES_ONLY}reviewers:\n  rules: { rules: { debugger-statement: "off" } }\n`,
    },
    script: `
      commit a.js clean
      mark seen
      review
      config off
      push => held: the review of {seen} does not count here`,
  },
  {
    title: 'another command voids what was passed',
    config: RUNS,
    configs: { weaker: RUNS.replace('"true"', '"true || false"') },
    script: `
      commit a.js clean
      mark seen
      review
      config weaker
      push => held: the review of {seen} does not count here | runs another command now (only in your working tree)
      repair
      push => held: runs another command now (only in your working tree)
      git checkout -q wingman.config.yaml
      push => passes`,
  },
  {
    title: 'another prompt voids what was passed',
    stage: () => {
      scriptedClaude('approve')
      return gatedRepository(MODEL)
    },
    script: `
      commit ask.md prompt
      bypass push
      commit a.js clean
      mark seen
      review
      push --dry-run => passes
      put ask.md prompt2
      push => held: the review of {seen} does not count here
      put ask.md prompt
      push => passes`,
  },
  {
    title: 'what does not belong to the policy voids nothing',
    configs: { notifies: `${RULES_ONLY}notify:\n  on: [rejected]\n` },
    script: `
      commit a.js clean
      review
      config notifies
      push => passes`,
  },
  {
    title: 'what ran the tree stands for an amended message, and not for a rebase',
    config: RUNS,
    script: `
      branch topic
      commit a.js clean
      review
      amend -m "in better words"
      push origin topic => passes
      switch main
      commit elsewhere.js clean
      bypass push origin main
      rebase main topic
      push origin topic --force => held
      repair
      push origin topic --force => passes`,
  },
  {
    title: 'what ran the tree stands for the same tree, however it came to be',
    config: RUNS,
    script: `
      commit a.js clean
      commit b.js clean
      review
      git reset -q --soft HEAD~2
      commit
      push => passes`,
  },
  {
    title: 'what did both needs both to be the same',
    config: BOTH,
    script: `
      branch topic
      commit a.js clean
      review
      amend -m "in better words"
      push --dry-run origin topic => passes
      switch main
      commit elsewhere.js clean
      bypass push origin main
      rebase main topic
      push origin topic => held`,
  },
])
