import { defineConfig } from 'git-wingman'

// Every option there is. Only `loops` is required: begin with that, and take from here what you miss.
export default defineConfig({
  enabled: true, // false switches wingman off for everyone who uses this config

  // Who does the thinking: an agent CLI that is on the PATH, or an HTTP API.
  models: {
    fast: { agent: 'claude', model: 'haiku' },
    deep: { agent: 'codex', effort: 'high', env: { NO_COLOR: '1' }, fallback: 'fast' }, // asked when this one is out of quota
    direct: {
      api: 'anthropic', // needs: npm install -D ai@6 @ai-sdk/anthropic@3
      model: 'claude-haiku-4-5',
      keyEnv: 'ANTHROPIC_API_KEY',
      maxOutput: 16_000, // tokens of an answer
    },
    local: { api: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3-coder' },
  },
  parse: 'fast', // brings answers in words into the shape of findings

  // What is looked at, and by whom. `rules` is built in and needs no model; an entry of that name tunes it.
  reviewers: {
    rules: { preset: 'recommended', rules: { 'focused-test': 'warning' } },
    types: { run: 'npm run -s typecheck', timeout: '5m' },
    tests: { run: 'npm test', in: 'worktree' }, // in a checkout of its own, not in your tree
    correctness: { model: 'fast', prompt: 'correctness' },
    security: {
      model: ['deep', 'local'], // side by side: what either finds counts, and both must have answered
      prompt: 'security', // or a file of yours: './review/security.md'
      paths: ['src/auth/**'],
      verify: 'fast', // tries to refute each finding; what it refutes does not count
      parse: 'direct', // for this one, instead of the one above
    },
    task: { model: 'deep', command: '/review-task' }, // a slash command or a skill of your agent; its text is the base's
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
    earlier: true, // what the last review found, and what became of it
    sessionLog: false, // long, and it tends to convince the reviewer
    files: ['AGENTS.md'],
    commands: { lint: 'npm run -s lint' },
    ignore: ['**/*.lock', 'dist/**'], // shown to nobody, and listed in every review
    tokens: 12_000, // of all that, in one question
    diffTokens: 15_000, // of the diff, in one question; a larger change goes out in several
  },

  // How findings reach the agent, and who fixes them.
  delivery: { at: ['next-prompt', 'turn-end'], settle: '10s', reportTtl: '1h' },
  fix: { by: 'session', whenNoSession: 'resume' }, // or the name of a model, or 'nothing'

  // When a person is needed.
  notify: { on: ['blocked', 'rejected', 'failed'], desktop: true, command: './notify.sh' },
  // What models may cost. A call that does not fit is not made.
  budget: {
    perReviewer: '$0.25', // in one review
    perReview: '$0.50',
    perDay: '$10',
    tokensPerReview: 2_000_000, // of models whose price is not known
    tokensPerDay: 20_000_000,
  },
})
