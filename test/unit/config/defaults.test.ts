import { expect, test } from 'vitest'
import { resolved } from '../../support/config-folder.ts'

test('what holds when the config says nothing', () => {
  const config = resolved({
    models: { direct: { api: 'anthropic', model: 'm' } },
    reviewers: { types: { run: 'tsc' } },
    loops: { basics: { reviewers: ['rules', 'types'] } },
    gates: { ship: { requires: ['basics'] } },
  })
  const policy = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(config).toEqual({
    enabled: true,
    loops: [
      {
        name: 'basics',
        on: ['post-commit', 'explicit'],
        reviewers: [
          { kind: 'rules', name: 'rules', paths: null, preset: 'recommended', rules: {} },
          { kind: 'run', name: 'types', paths: null, run: 'tsc', in: 'tree', timeoutMs: 15 * 60_000 },
        ],
        failOn: 'critical',
        maxRevisions: 3,
        reads: 'both',
        policy,
      },
    ],
    gates: [
      {
        name: 'ship',
        branches: ['**'],
        remotes: ['**'],
        requires: ['basics'],
        mode: 'block',
        whenMissing: 'block',
        whenStale: 'block',
        whenUnknown: 'block',
        whenPending: 'wait',
        exceptions: 'person',
      },
    ],
    models: [
      {
        name: 'direct',
        fallback: null,
        api: 'anthropic',
        model: 'm',
        baseUrl: null,
        keyEnv: 'ANTHROPIC_API_KEY',
        maxOutput: 16_000,
      },
    ],
    attestations: { push: false, signed: false },
    context: {
      base: null,
      intent: true,
      task: true,
      earlier: true,
      sessionLog: false,
      files: [],
      commands: {},
      ignore: [],
      tokens: 12_000,
      diffTokens: 15_000,
    },
    delivery: { at: ['next-prompt'], settleMs: 10_000, reportTtlMs: 3_600_000 },
    fix: { by: 'session', whenNoSession: 'nothing' },
    notify: { on: ['blocked', 'rejected', 'failed'], desktop: false, command: null },
    budget: {
      perReviewer: null,
      perReview: null,
      perDay: null,
      tokensPerReview: 2_000_000,
      tokensPerDay: 20_000_000,
    },
  })
})
