import { defineConfig } from 'git-wingman'

// Every option there is. Only `loops` is required: begin with that, and take from here what you miss.
export default defineConfig({
  enabled: true, // false switches wingman off for everyone who uses this config

  // Who does the thinking: an agent CLI that is on the PATH, or an HTTP API.
  models: {
    fast: { agent: 'claude', model: 'haiku' },
    deep: { agent: 'codex', effort: 'high', env: { NO_COLOR: '1' } },
    direct: { api: 'anthropic', model: 'claude-haiku-4-5', keyEnv: 'ANTHROPIC_API_KEY' },
    local: { api: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3-coder' },
  },

  // What is looked at, and by whom. `rules` is built in and needs no model; an entry of that name tunes it.
  reviewers: {
    rules: { preset: 'recommended', rules: { 'focused-test': 'warning' } },
    types: { run: 'npm run -s typecheck', timeout: '5m' },
    tests: { run: 'npm test', in: 'worktree' }, // in a checkout of its own, not in your tree
    correctness: { model: 'fast', prompt: 'correctness' },
    security: {
      model: ['deep', 'local'], // the second is asked when the first cannot be reached
      prompt: 'security', // or a file of yours: './review/security.md'
      paths: ['src/auth/**'],
      verify: 'fast', // must confirm each finding before it counts
    },
  },

  // The stages of a review, in this order; each starts only if the one before passed.
  loops: {
    basics: { on: ['post-commit', 'explicit'], reviewers: ['rules', 'types'] },
    standards: { reviewers: ['correctness'], failOn: 'warning', maxRevisions: 3 },
    security: { on: ['session-idle', 'explicit'], reviewers: ['security'] },
    integration: { on: ['task-done', 'explicit'], reviewers: ['tests'] },
  },

  // What may leave this machine. Without a gate nothing is blocked.
  gates: {
    ship: {
      branches: ['main', 'release/*'], // as the remote calls them; '!x' takes away again; without this: all
      remotes: ['origin'], // without this: all
      requires: ['basics', 'standards'],
      mode: 'block', // 'warn' to try it out
      whenMissing: 'block', // never reviewed
      whenStale: 'block', // reviewed, but other content or under another policy
      whenUnknown: 'block', // a reviewer failed, timed out or did not see everything
      whenPending: 'wait', // still running
      exceptions: 'person', // who may open it once; 'anyone' lets agents and scripts do it
    },
  },

  // How approvals are carried to other machines, where `wingman verify` looks for them.
  attestations: {
    push: true, // beside every push that the gate lets through
    signed: true, // with your own git key, as git is configured
  },

  // What a model sees besides the diff.
  context: {
    base: 'origin/main', // without this: the upstream or the default branch
    intent: true, // what the person asked the agent for
    task: true, // with its acceptance criteria
    sessionLog: false, // long, and it tends to convince the reviewer
    files: ['AGENTS.md'],
    commands: { lint: 'npm run -s lint' },
    ignore: ['**/*.lock', 'dist/**'], // shown to nobody, and listed in every review
  },

  // How findings reach the agent, and who fixes them.
  delivery: { at: ['next-prompt', 'turn-end'], settle: '10s', reportTtl: '1h' },
  fix: { by: 'session', whenNoSession: 'resume' }, // or the name of a model, or 'nothing'

  // When a person is needed.
  notify: { on: ['blocked', 'rejected', 'failed'], desktop: true, command: './notify.sh' },
  budget: { perReview: '$0.50', perDay: '$10' },
})
