/** What holds when the config says nothing. The schema takes every default from here, and there is no other place. */
export const DEFAULTS = {
  enabled: true,
  rules: { preset: 'recommended' },
  anthropic: { keyEnv: 'ANTHROPIC_API_KEY' },
  run: { in: 'tree', timeout: '15m' },
  loop: { on: ['post-commit', 'explicit'], failOn: 'critical', maxRevisions: 3 },
  gate: {
    branches: ['**'],
    remotes: ['**'],
    mode: 'block',
    whenMissing: 'block',
    whenStale: 'block',
    whenUnknown: 'block',
    whenPending: 'wait',
    exceptions: 'person',
  },
  attestations: { push: false, signed: false },
  context: { intent: true, task: true, sessionLog: false, files: [], commands: {}, ignore: [] },
  delivery: { at: ['next-prompt'], settle: '10s', reportTtl: '1h' },
  fix: { by: 'session', whenNoSession: 'nothing' },
  notify: { on: ['blocked', 'rejected', 'failed'], desktop: false },
} as const
