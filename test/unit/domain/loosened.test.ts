import { describe, expect, test } from 'vitest'
import { loosened } from '../../../src/domain/loosened.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop } from '../../../src/domain/resolved-config.ts'

const loop: ResolvedLoop = {
  name: 'basics',
  on: ['post-commit'],
  reviewers: [
    {
      name: 'rules',
      kind: 'rules',
      paths: null,
      preset: 'recommended',
      rules: { 'focused-test': 'critical' },
    },
    { name: 'types', kind: 'run', paths: null, run: 'tsc', in: 'worktree', timeoutMs: 9 },
    {
      name: 'deep',
      kind: 'model',
      paths: ['src/**'],
      models: [],
      prompt: { kind: 'prompt', name: 'correctness', text: 'look' },
      parse: null,
      verify: null,
    },
  ],
  failOn: 'warning',
  maxRevisions: 3,
  reads: 'both',
  policy: 'p',
}
const gate: ResolvedGate = {
  name: 'ship',
  branches: ['main', 'release/*'],
  remotes: ['**'],
  requires: ['basics'],
  mode: 'block',
  whenMissing: 'block',
  whenStale: 'block',
  whenUnknown: 'warn',
  whenPending: 'wait',
  exceptions: 'person',
}
const config = (more: Partial<ResolvedConfig> = {}): ResolvedConfig => ({
  enabled: true,
  loops: [loop],
  gates: [gate],
  context: {
    base: null,
    intent: true,
    task: true,
    earlier: true,
    sessionLog: false,
    files: [],
    commands: {},
    ignore: ['*.lock'],
    tokens: 1,
    diffTokens: 1,
  },
  delivery: { at: ['next-prompt'], settleMs: 0, reportTtlMs: 0 },
  models: [],
  attestations: { push: false, signed: false },
  fix: { by: 'session', whenNoSession: 'nothing' },
  notify: { on: [], desktop: false, command: null },
  budget: { perReviewer: null, perReview: null, perDay: null, tokensPerReview: 1, tokensPerDay: 1 },
  ...more,
})
const withLoop = (more: Partial<ResolvedLoop>) => config({ loops: [{ ...loop, ...more }] })
const withGate = (more: Partial<ResolvedGate>) => config({ gates: [{ ...gate, ...more }] })
const withReviewer = (at: number, more: object) =>
  withLoop({
    reviewers: loop.reviewers.map((one, nth) => (nth === at ? ({ ...one, ...more } as typeof one) : one)),
  })

describe('asks for less', () => {
  test.each<[string, ResolvedConfig | null, string]>([
    ['removed', null, 'the config is removed, so nothing is reviewed any more'],
    [
      'off',
      config({ enabled: false }),
      'the config is switched off (`enabled: false`), so nothing is reviewed any more',
    ],
    ['a loop gone', config({ loops: [] }), 'loop basics: removed'],
    ['a higher bar', withLoop({ failOn: 'critical' }), 'loop basics: blocks only critical now, was warning'],
    [
      'a reviewer gone',
      withLoop({ reviewers: loop.reviewers.slice(1) }),
      'loop basics: reviewer rules is no longer asked',
    ],
    [
      'a rule off',
      withReviewer(0, { rules: { 'focused-test': 'off' } }),
      'loop basics: reviewer rules has the rule focused-test switched off now, was critical',
    ],
    [
      'a rule no longer raised',
      withReviewer(0, { rules: {} }),
      'loop basics: reviewer rules has the rule focused-test no longer at critical',
    ],
    [
      'another preset',
      withReviewer(0, { preset: 'security' }),
      'loop basics: reviewer rules has the preset security now, was recommended',
    ],
    [
      'another command',
      withReviewer(1, { run: 'true' }),
      'loop basics: reviewer types runs another command now',
    ],
    [
      'in the tree as it lies about',
      withReviewer(1, { in: 'tree' }),
      'loop basics: reviewer types may run in the working tree now, was in a checkout of its own',
    ],
    [
      'fewer files',
      withReviewer(1, { paths: ['a/**'] }),
      'loop basics: reviewer types looks only at `a/**` now, was everything',
    ],
    [
      'another prompt',
      withReviewer(2, { prompt: { name: 'x', text: 'nod' } }),
      'loop basics: reviewer deep has another prompt now',
    ],
    ['a gate gone', config({ gates: [] }), 'gate ship: removed, and no other holds all that it did'],
    [
      'another name for a gate that holds less',
      config({ gates: [{ ...gate, name: 'leave', branches: ['main'] }] }),
      'gate ship: removed, and no other holds all that it did',
    ],
    ['a gate that warns', withGate({ mode: 'warn' }), 'gate ship: only warns now, did block'],
    ['fewer loops required', withGate({ requires: [] }), 'gate ship: no longer requires basics'],
    [
      'fewer branches',
      withGate({ branches: ['main'] }),
      'gate ship: no longer guards the branches `release/*`',
    ],
    ['a weaker answer', withGate({ whenMissing: 'warn' }), 'gate ship: whenMissing is warn now, was block'],
    [
      'anyone may open it',
      withGate({ exceptions: 'anyone' }),
      'gate ship: anyone may open it now, was only a person',
    ],
    ['no waiting', withGate({ whenPending: 'allow' }), 'gate ship: whenPending is allow now, was wait'],
    [
      'a branch taken away',
      withGate({ branches: ['main', 'release/*', '!release/old'] }),
      'gate ship: no longer guards the branches `release/old`',
    ],
    [
      'a rule down from what the preset has',
      withReviewer(0, { rules: { 'focused-test': 'critical', 'debugger-statement': 'warning' } }),
      'loop basics: reviewer rules has the rule debugger-statement at warning now',
    ],
    [
      'another kind',
      withReviewer(1, { kind: 'rules', preset: 'strict', rules: {} }),
      'loop basics: reviewer types is of another kind now: rules, was run',
    ],
    [
      'more ignored',
      config({ context: { ...config().context, ignore: ['*.lock', 'src/**'] } }),
      'context.ignore: no reviewer is shown `src/**` any more',
    ],
  ])('%s', (_, after, words) => {
    expect(loosened(config(), after)).toEqual([words])
  })
})

test.each([
  [['**'], ['**', '!wip/**'], ['gate ship: no longer guards the branches `wip/**`']],
  [['!wip/**'], ['main'], ['gate ship: no longer guards the branches `**`']],
  [['!wip/**'], ['**'], []],
  [['**', '!wip/**', '!old'], ['**', '!wip/**'], []],
  [['main', '!wip/**'], ['**', '!wip/**'], []],
  [['!wip/**', 'wip/kept'], ['!wip/**'], ['gate ship: no longer guards the branches `wip/kept`']],
  [['!wip/**'], ['**', '!wip/**'], []],
  [['!wip/**', 'wip/kept'], ['wip/kept', '!wip/**'], ['gate ship: no longer guards the branches `**`']],
  [
    ['**', '!wip/**', 'wip/a'],
    ['**', 'wip/a', '!wip/**'],
    ['gate ship: no longer guards the branches that it did: their order is another'],
  ],
])('branches %j, then %j', (before, after, words) => {
  expect(loosened(withGate({ branches: before }), withGate({ branches: after }))).toEqual(words)
})

test('approvals that are no longer carried, or no longer signed, are asked for less', () => {
  const signed = config({ attestations: { push: true, signed: true } })
  expect(loosened(signed, config())).toEqual([
    'attestations: no longer pushed',
    'attestations: no longer signed',
  ])
  expect(loosened(config(), signed)).toEqual([])
})

test.each([
  [['*.lock', '!my.lock'], ['*.lock'], ['context.ignore: no reviewer is shown `my.lock` any more']],
  [['*.lock'], ['*.lock', '!my.lock'], []],
])('ignored %j, then %j', (before, after, words) => {
  const ignoring = (ignore: string[]) => config({ context: { ...config().context, ignore } })
  expect(loosened(ignoring(before), ignoring(after))).toEqual(words)
})

test('what was switched off asked for nothing', () => {
  expect(loosened(config({ enabled: false }), null)).toEqual([])
})

describe('asks for as much', () => {
  test.each<[string, ResolvedConfig]>([
    ['the same', config()],
    ['a lower bar', withLoop({ failOn: 'suggestion' })],
    ['another name for the gate', withGate({ name: 'leave' })],
    [
      'a wider gate of another name',
      config({ gates: [{ ...gate, name: 'all', branches: ['**'], mode: 'block' }] }),
    ],
    ['less time for a command', withReviewer(1, { timeoutMs: 1 })],
    ['more loops', config({ loops: [loop, { ...loop, name: 'more' }] })],
    ['all branches', withGate({ branches: ['**'] })],
    ['stricter answers', withGate({ whenUnknown: 'block', whenPending: 'block' })],
    ['all files', withReviewer(2, { paths: null })],
    ['a stricter preset', withReviewer(0, { preset: 'strict' })],
    ['nothing ignored', config({ context: { ...config().context, ignore: [] } })],
    [
      'other triggers, revisions, notices',
      {
        ...withLoop({ on: ['explicit'], maxRevisions: 9 }),
        notify: { on: ['x'], desktop: true, command: null },
      },
    ],
  ])('%s', (_, after) => {
    expect(loosened(config(), after)).toEqual([])
  })
})
