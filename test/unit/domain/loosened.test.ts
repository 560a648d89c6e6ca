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
    { name: 'types', kind: 'run', paths: null, run: 'tsc', in: 'tree', timeoutMs: 1 },
    {
      name: 'deep',
      kind: 'model',
      paths: ['src/**'],
      models: [],
      prompt: { name: 'correctness', text: 'look' },
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
    sessionLog: false,
    files: [],
    commands: {},
    ignore: ['*.lock'],
  },
  delivery: { at: ['next-prompt'], settleMs: 0, reportTtlMs: 0 },
  attestations: { push: false, signed: false },
  fix: { by: 'session', whenNoSession: 'nothing' },
  notify: { on: [], desktop: false, command: null },
  budget: { perReview: null, perDay: null },
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
    ['removed', null, 'the config is removed'],
    ['off', config({ enabled: false }), 'the config is switched off (`enabled: false`)'],
    ['a loop gone', config({ loops: [] }), 'the loop basics is gone'],
    [
      'a higher bar',
      withLoop({ failOn: 'critical' }),
      'the loop basics passes with more: failOn is critical, and was warning',
    ],
    [
      'a reviewer gone',
      withLoop({ reviewers: loop.reviewers.slice(1) }),
      'the loop basics no longer asks rules',
    ],
    [
      'a rule off',
      withReviewer(0, { rules: { 'focused-test': 'off' } }),
      'the loop basics asks rules, which has focused-test as off',
    ],
    [
      'a rule no longer raised',
      withReviewer(0, { rules: {} }),
      'the loop basics asks rules, which no longer has focused-test as critical',
    ],
    [
      'another preset',
      withReviewer(0, { preset: 'security' }),
      'the loop basics asks rules, which has the preset security',
    ],
    [
      'another command',
      withReviewer(1, { run: 'true' }),
      'the loop basics asks types, which runs another command',
    ],
    [
      'fewer files',
      withReviewer(1, { paths: ['a/**'] }),
      'the loop basics asks types, which looks at other files than before',
    ],
    [
      'another prompt',
      withReviewer(2, { prompt: { name: 'x', text: 'nod' } }),
      'the loop basics asks deep, which has another prompt',
    ],
    ['a gate gone', config({ gates: [] }), 'the gate ship is gone'],
    ['a gate that warns', withGate({ mode: 'warn' }), 'the gate ship only warns'],
    ['fewer loops required', withGate({ requires: [] }), 'the gate ship no longer requires basics'],
    [
      'fewer branches',
      withGate({ branches: ['main'] }),
      'the gate ship no longer guards the branches `release/*`',
    ],
    [
      'a weaker answer',
      withGate({ whenMissing: 'warn' }),
      'the gate ship has whenMissing: warn, and had block',
    ],
    ['anyone may open it', withGate({ exceptions: 'anyone' }), 'the gate ship may be opened by anyone'],
    ['no waiting', withGate({ whenPending: 'allow' }), 'the gate ship has whenPending: allow, and had wait'],
    [
      'more ignored',
      config({ context: { ...config().context, ignore: ['*.lock', 'src/**'] } }),
      '`src/**` is no longer shown to anybody (context.ignore)',
    ],
  ])('%s', (_, after, words) => {
    expect(loosened(config(), after)).toEqual([words])
  })
})

describe('asks for as much', () => {
  test.each<[string, ResolvedConfig]>([
    ['the same', config()],
    ['a lower bar', withLoop({ failOn: 'suggestion' })],
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
