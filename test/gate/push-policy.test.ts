import { type PushScenario, pushScenarios } from '../support/push-scenarios.ts'
import { RULES_ONLY } from '../support/wingman.ts'

// Which gates stand before a ref, what each asks for, and what it does when there is no answer.

const withGate = (gate: string): string =>
  `loops:\n  basics: { reviewers: [rules] }\ngates:\n  ship: { requires: [basics], ${gate} }\n`

const undecided = (gate: string): string =>
  `reviewers:\n  missing: { run: no-such-command }\n${withGate(gate).replace('[rules]', '[rules, missing]')}`

const slow = (gate: string): string =>
  `reviewers:\n  slow: { run: sleep 3 }\n${withGate(gate).replace('[rules]', '[slow]')}`

const GATES = `loops:
  basics: { reviewers: [rules] }
  late: { on: [explicit], reviewers: [rules], failOn: suggestion }
gates:
  ship: { branches: [main, 'release/*'], requires: [basics] }
  releases: { branches: ['release/*'], requires: [basics, late] }
`

const VERDICTS = { block: 'held', warn: 'warned', allow: 'passes' }

/** The same script for each policy: what it does, and what it says if it says anything. */
function eachPolicy(
  when: string,
  configFor: (gate: string) => string,
  { steps, words }: { steps: string; words: string },
): PushScenario[] {
  return Object.entries(VERDICTS).map(([policy, verdict]) => ({
    title: `${when}: ${policy}`,
    config: configFor(`${when}: ${policy}`),
    script: `${steps}\npush => ${verdict}${policy === 'allow' ? '' : `: ${words}`}`,
  }))
}

pushScenarios([
  ...eachPolicy('whenMissing', withGate, { steps: 'commit a.js clean', words: 'was never reviewed' }),
  ...eachPolicy('whenStale', withGate, {
    steps: 'commit a.js clean\nreview\namend a.js clean2',
    words: 'has other content',
  }),
  ...eachPolicy('whenUnknown', undecided, {
    steps: 'commit a.js clean\nreview => cannot tell',
    words: 'could not decide',
  }),
  ...eachPolicy('whenPending', slow, { steps: 'hooked-now a.js clean', words: 'is not finished' }),
  {
    title: 'whenPending: wait',
    config: withGate('whenPending: wait'),
    script: `
      hooked-now a.js clean
      push => passes
      hooked-now bad.js defect
      push => held: bad.js:1  debugger-statement`,
  },
  {
    title: 'no policy waves a finding through',
    config: withGate('whenMissing: allow, whenStale: allow, whenUnknown: allow, whenPending: allow'),
    script: `
      commit bad.js defect
      review => objects
      push => held: bad.js:1  debugger-statement`,
  },
  {
    title: 'a finding below an allowed gap still holds',
    config: withGate('whenMissing: allow, whenStale: allow'),
    script: `
      commit bad.js defect
      review --commit HEAD => objects
      commit a.js clean
      review --commit HEAD
      push => held: bad.js:1  debugger-statement`,
  },
  {
    title: 'a gate that only warns says what it would have held',
    config: withGate('mode: warn'),
    script: `
      commit bad.js defect
      review => objects
      push => warned: bad.js:1  debugger-statement
      commit a.js clean
      push => warned: run review --range`,
  },
  {
    title: 'a gate holds the branches it names and no others',
    config: GATES,
    script: `
      commit a.js clean
      push origin HEAD:refs/heads/topic => passes
      push origin HEAD:refs/heads/release/1/x => passes
      push origin HEAD:refs/heads/main => held: refs/heads/main: 1 new commit
      push origin HEAD:refs/heads/release/1 => held: refs/heads/release/1: 1 new commit`,
  },
  {
    title: 'each gate asks for its own loops',
    config: GATES,
    script: `
      commit a.js clean
      review --range HEAD~1..HEAD --loop basics
      push origin HEAD:refs/heads/release/1 => held: ✔ basics: approved | ✖ late:
      push origin HEAD:refs/heads/main => passes
      push origin HEAD:refs/heads/release/1 => held: ✖ late:
      review --range HEAD~1..HEAD
      push origin HEAD:refs/heads/release/1 => passes`,
  },
  {
    title: 'a tag is held by every gate',
    config: GATES,
    script: `
      commit a.js clean
      review --range HEAD~1..HEAD --loop basics
      tag v1
      push origin v1 => held: refs/tags/v1: 1 new commit | ✖ late:`,
  },
  {
    title: 'what went out on a branch without a gate is new to one that has one',
    config: GATES,
    script: `
      commit bad.js defect
      push origin HEAD:refs/heads/topic => passes
      push origin HEAD:refs/heads/main => held: refs/heads/main: 1 new commit
      push origin HEAD:refs/heads/topic HEAD:refs/heads/main => held: refs/heads/main`,
  },
  {
    title: 'a gate holds the remotes it names and no others',
    config: withGate('remotes: [origin]'),
    script: `
      git init -q --bare ../second.git
      git remote add second ../second.git
      commit a.js clean
      push second main => passes
      push origin main => held: refs/heads/main: 1 new commit
      git init -q --bare ../third.git
      push ../third.git main:other => held: refs/heads/other`,
  },
  {
    title: 'two gates on one branch: the stricter one decides',
    config: `loops:\n  basics: { reviewers: [rules] }\ngates:\n  soft: { requires: [basics], mode: warn }\n  hard: { branches: [main], requires: [basics] }\n`,
    script: `
      commit a.js clean
      push origin HEAD:refs/heads/topic => warned: was never reviewed
      push origin main => held`,
  },
  {
    title: 'a loop behind one that does not pass waits for it',
    config: GATES.replace("branches: ['release/*'], ", ''),
    script: `
      commit bad.js defect
      review => objects
      push => held: ✖ basics: needs revision | late: waits for basics`,
  },
  {
    title: 'a config that is broken holds with its own message',
    configs: { broken: RULES_ONLY.replace('[rules]', '[rulez]') },
    script: `
      commit a.js clean
      review
      config broken
      push => held: wingman.config.yaml:3
      git checkout -q wingman.config.yaml
      push => passes`,
  },
  {
    title: 'a config that is gone from the working tree still holds',
    script: `
      commit a.js clean
      git update-index --assume-unchanged wingman.config.yaml
      git worktree add -q --no-checkout ../second
      cd ../second
      push origin HEAD:refs/heads/x => held: the config is removed | only in your working tree`,
  },
  {
    title: 'without gates nothing is held',
    config: 'loops:\n  basics: { reviewers: [rules] }\n',
    script: `
      commit bad.js defect
      push => passes`,
  },
])
