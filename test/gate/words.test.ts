import { afterEach, vi } from 'vitest'
import { gatedRepository } from '../support/gate-scenes.ts'
import { pushScenarios } from '../support/push-scenarios.ts'
import { scriptedClaude } from '../support/scripted-claude.ts'
import { RULES_ONLY } from '../support/wingman.ts'

// What the gate says, whole and word for word: read the files in golden/ as somebody in a hurry. `vitest -u` writes them anew.

const withGate = (gate: string, reviewers = '[rules]'): string =>
  `loops:\n  basics: { reviewers: ${reviewers} }\ngates:\n  ship: { requires: [basics], ${gate} }\n`

const withCommand = (command: string, gate = 'mode: block'): string =>
  `reviewers:\n  tests: { run: '${command}' }\n${withGate(gate, '[rules, tests]')}`

const TWO_LOOPS = `reviewers:
  tests: { run: 'true' }
loops:
  basics: { reviewers: [rules] }
  deep: { reviewers: [tests] }
gates:
  ship: { requires: [basics, deep] }
`

const MODEL = `models:
  fast: { agent: claude, model: haiku }
reviewers:
  security: { model: fast, prompt: security }
loops:
  basics: { reviewers: [rules, security] }
gates:
  ship: { requires: [basics] }
`

const REJECTS = {
  result: 'rejected',
  summary: 'It should not be built like this.',
  findings: [
    {
      ...{ file: 'src/a.ts', line: 1, quote: 'export const a = 1', severity: 'critical' },
      ...{ title: 'The key is kept in the browser.', reason: 'Whoever opens the page has it.', fix: null },
      ...{ confidence: 'certain', blocking: true },
    },
  ],
}

afterEach(() => {
  vi.unstubAllEnvs()
})

pushScenarios([
  {
    title: 'no review',
    script: `
      mark there
      commit a.js clean
      mark new
      tell git push
      golden no-review.txt
      tell wingman gate --json
      golden no-review.json
      push => held
      repair
      push => passes`,
  },
  {
    title: 'stale: another commit was reviewed',
    script: `
      mark there
      hooked a.js clean
      mark reviewed
      amend a.js clean2
      mark pushed
      tell git push
      golden stale.txt
      tell wingman gate --json
      golden stale.json
      push => held
      repair
      push => passes`,
  },
  {
    title: 'stale: the same commit, under another policy',
    configs: { stricter: RULES_ONLY.replace('[rules]', '[rules]\n    failOn: suggestion') },
    script: `
      mark there
      hooked a.js clean
      mark reviewed
      config stricter
      tell git push
      golden stale-policy.txt
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a fork that lacks what its upstream has, whatever is written into a tracking ref',
    script: `
      git clone -q --bare ../remote.git ../upstream.git
      git remote add upstream ../upstream.git
      mark there
      others fix.js clean
      others more.js clean
      bypass push upstream main
      commit a.js clean
      mark new
      tell git push origin main
      golden fork.txt
      tell wingman gate --json
      golden fork.json
      git update-ref refs/remotes/upstream/forged HEAD
      push origin main => held: All of these 3 commits are in upstream/forged already
      git update-ref -d refs/remotes/upstream/forged
      remote fetch -q ../upstream.git main:main
      push origin main => held: 1 new commit, up to {new}
      repair
      push origin main => passes`,
  },
  {
    title: 'running',
    config: withCommand('sleep 8', 'whenPending: block'),
    script: `
      hooked-now a.js clean
      mark new
      tell git push
      types status
      golden running.txt
      tell wingman gate --json
      golden running.json`,
  },
  {
    title: 'a worker that gave up',
    config: `${withGate('mode: block')}context:\n  base: origin/gone\n`,
    script: `
      hooked-now a.js clean
      mark new
      quiet
      tell wingman gate
      golden gave-up.txt`,
  },
  {
    title: 'a failed loop, its blockers and their places',
    config: TWO_LOOPS,
    script: `
      mark there
      hooked src/a.js lines:4=debugger src/b.js defect
      mark bad
      tell git push
      types show
      golden findings.txt
      tell wingman gate --json
      golden findings.json
      tell wingman ship --json
      golden ship-held.json
      tell wingman findings
      golden findings-listed.txt`,
  },
  {
    title: 'a secret among the findings',
    script: `
      hooked a.env secret
      mark bad
      tell git push
      golden secret.txt`,
  },
  {
    title: 'unknown, with what the reviewer said',
    config: withCommand('no-such-command --all'),
    script: `
      mark there
      hooked a.js clean
      mark new
      tell git push
      golden unknown.txt
      tell wingman gate --json
      golden unknown.json`,
  },
  {
    title: 'partial coverage',
    script: `
      mark there
      hooked a.js clean big.js large
      mark new
      tell git push
      golden partial.txt
      tell wingman gate --json
      golden partial.json`,
  },
  {
    title: 'an unreadable record',
    script: `
      mark there
      hooked a.js clean
      mark new
      damage results
      tell git push
      golden unreadable.txt
      tell wingman gate --json
      golden unreadable.json
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a broken config',
    configs: { broken: 'loops:\n  basics:\n    reviewers: [rulez]\n' },
    script: `
      hooked a.js clean
      config broken
      tell git push
      golden broken-config.txt
      tell wingman gate --json
      golden broken-config.json
      tell wingman status
      golden broken-config-status.txt`,
  },
  {
    title: 'several refs at once',
    script: `
      mark there
      branch good
      hooked a.js clean
      mark good
      branch bad main
      hooked b.js defect
      mark bad
      branch unseen main
      commit c.js clean
      mark unseen
      tell git push origin good bad unseen
      golden several-refs.txt
      tell wingman gate good bad unseen
      golden several-refs-asked.txt`,
  },
  {
    title: 'a gap of several commits',
    script: `
      mark there
      hooked a.js clean
      mark reviewed
      commit b.js clean
      commit c.js clean
      commit d.js clean
      mark tip
      tell git push
      golden gap.txt
      push => held: run review --range {reviewed}..{tip}
      repair
      push => passes`,
  },
  {
    title: 'a gap below what was reviewed',
    script: `
      mark there
      commit a.js clean
      commit b.js clean
      mark gap
      commit c.js clean
      mark tip
      review --commit HEAD
      tell git push
      golden gap-below.txt
      push => held: run review --range {there}..{gap}
      repair
      push => passes`,
  },
  {
    title: 'a merge whose own change was not reviewed',
    script: `
      mark there
      branch side
      commit a.js clean
      review --commit HEAD
      mark side
      switch main
      commit b.js clean
      review --commit HEAD
      mark main
      git merge -q --no-ff --no-commit side
      put c.js clean
      git add -A
      git commit -q -m merge
      mark merge
      tell git push
      golden merge.txt
      push => held
      repair
      push => passes`,
  },
  {
    title: 'a tag on a file',
    script: `
      tag v1 HEAD:README.md
      mark blob v1
      tell git push origin v1
      golden tag-on-blob.txt
      tell wingman gate v1 --json
      golden tag-on-blob.json
      push origin v1 => held
      opens
      push origin v1 => passes`,
  },
  {
    title: 'a tag on a commit with findings',
    script: `
      mark there
      hooked a.js defect
      mark bad
      tag v1
      tell git push origin v1
      golden tag-with-findings.txt`,
  },
  {
    title: 'a policy that asks for less, in a commit and in the working tree',
    configs: {
      loose: 'loops:\n  basics:\n    reviewers: [rules]\n',
      off: `enabled: false\n${RULES_ONLY}`,
    },
    script: `
      config loose
      git add wingman.config.yaml
      hooked a.js clean
      mark loose
      tell git push
      golden looser.txt
      tell wingman gate --json
      golden looser.json
      config off
      tell git push
      golden looser-twice.txt
      opens
      push => passes`,
  },
  {
    title: 'rejected: a person must decide',
    config: MODEL,
    stage: () => {
      scriptedClaude('findings', { answer: REJECTS })
      return gatedRepository(MODEL)
    },
    script: `
      mark there
      hooked src/a.ts clean
      mark bad
      tell git push
      types show
      golden rejected.txt
      tell wingman gate --json
      golden rejected.json
      push => held
      opens
      push => passes`,
  },
  {
    title: 'an exception, used',
    config: withGate('exceptions: anyone'),
    script: `
      mark there
      hooked a.js defect
      mark bad
      tell wingman gate allow --reason "hotfix, read by two of us"
      tell wingman gate
      tell git push
      tell wingman gate report
      golden exception.txt`,
  },
  {
    title: 'a gate that only warns',
    config: withGate('mode: warn'),
    script: `
      mark there
      hooked a.js defect
      mark bad
      tell git push
      golden warned.txt
      tell wingman gate report
      golden warned-report.txt`,
  },
  {
    title: 'allowed',
    script: `
      mark there
      hooked a.js clean
      mark new
      tell wingman gate
      tell git push
      tell wingman gate
      tell wingman status
      golden allowed.txt
      hooked b.js clean
      mark next
      tell wingman gate --json
      golden allowed.json`,
  },
  {
    title: 'on a branch that no gate holds, and then on one that a gate does',
    config: withGate('branches: [main]'),
    script: `
      mark there
      branch topic
      commit a.js defect
      mark new
      tell wingman gate
      tell git push origin topic
      tell git push origin topic:main
      golden other-branch.txt`,
  },
  {
    title: 'a commit on no branch',
    script: `
      mark there
      git checkout -q --detach
      commit a.js clean
      mark new
      tell wingman gate
      golden detached.txt
      tell wingman gate HEAD~0 --json
      golden detached.json`,
  },
  {
    title: 'a branch and a command that are not there',
    script: `
      tell wingman gate chekc
      tell wingman gate mian
      tell wingman gate nowhere-at-all
      tell wingman gate report --since yesterday
      golden not-there.txt`,
  },
  {
    title: 'a worker that gave up, in status',
    config: `${withGate('mode: block')}context:\n  base: origin/gone\n`,
    script: `
      hooked-now a.js clean
      mark new
      quiet
      tell wingman status
      golden gave-up-status.txt`,
  },
  {
    title: 'without gates',
    config: 'loops:\n  basics: { reviewers: [rules] }\n',
    script: `
      mark there
      hooked a.js clean
      mark new
      tell wingman status
      tell wingman gate
      golden no-gates.txt`,
  },
  {
    title: 'what went past the gate',
    script: `
      mark there
      commit a.js defect
      mark bad
      bypass push
      tell wingman status
      tell wingman log
      golden bypass.txt`,
  },
])
