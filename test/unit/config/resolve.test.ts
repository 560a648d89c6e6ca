import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { resolveConfig } from '../../../src/config/resolve.ts'
import { resolvedConfigSchema } from '../../../src/domain/resolved-config.schema.ts'
import { folderWith, minimal, resolved } from '../../support/config-folder.ts'

test('names, units and prompts are worked out', () => {
  const root = folderWith({ 'review/security.md': 'Look for holes.' })
  const config = resolved(
    {
      models: {
        deep: { agent: 'codex', effort: 'high', env: { A: 'b' }, fallback: 'local' },
        local: { api: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', model: 'qwen' },
      },
      reviewers: {
        security: {
          model: ['deep', 'local'],
          prompt: './review/security.md',
          paths: ['src/**'],
          verify: 'local',
        },
        tests: { run: 'npm test', in: 'worktree', timeout: '90s' },
      },
      parse: 'local',
      loops: { security: { reviewers: ['security'] }, tests: { reviewers: ['tests'] } },
      delivery: { settle: '500ms' },
      budget: { perReview: '$0.50' },
    },
    { root },
  )
  const local = {
    name: 'local',
    fallback: null,
    api: 'openai-compatible',
    model: 'qwen',
    baseUrl: 'http://127.0.0.1:1/v1',
    keyEnv: null,
    maxOutput: 16_000,
  }
  const deep = { name: 'deep', fallback: local, agent: 'codex', model: null, effort: 'high', env: { A: 'b' } }
  expect(config.loops.map(({ name, reads, reviewers }) => ({ name, reads, reviewers }))).toEqual([
    {
      name: 'security',
      reads: 'diff',
      reviewers: [
        {
          kind: 'model',
          name: 'security',
          paths: ['src/**'],
          models: [deep, local],
          prompt: { kind: 'prompt', name: './review/security.md', text: 'Look for holes.' },
          parse: local,
          verify: local,
        },
      ],
    },
    {
      name: 'tests',
      reads: 'tree',
      reviewers: [
        { kind: 'run', name: 'tests', paths: null, run: 'npm test', in: 'worktree', timeoutMs: 90_000 },
      ],
    },
  ])
  expect(config.delivery.settleMs).toBe(500)
  expect(config.budget).toMatchObject({ perReview: 0.5, perDay: null })
  expect(resolvedConfigSchema.parse(config)).toEqual(config)
})

test('a command is the text of the first file that has it, without its head', () => {
  const command = (files: Record<string, string>) =>
    resolved(
      {
        models: { fast: { agent: 'claude' } },
        reviewers: { task: { model: 'fast', command: '/review-task' } },
        loops: { one: { reviewers: ['task'] } },
      },
      { root: folderWith(files) },
    ).loops[0]?.reviewers[0]
  const skill = '---\nname: review-task\n---\nLook at the task, {{args}}.\n'
  expect(command({ '.agents/skills/review-task/SKILL.md': skill })).toMatchObject({
    prompt: { kind: 'command', name: '/review-task', text: 'Look at the task, {{args}}.' },
  })
  expect(() => command({})).toThrow(
    /no command or skill '\/review-task'.*\.claude\/commands\/review-task\.md/,
  )
})

test('a placeholder that is none, and models that fall back in a circle, are said where they stand', () => {
  const wrong = () =>
    resolved(
      {
        models: { a: { agent: 'claude', fallback: 'b' }, b: { agent: 'codex', fallback: 'a' } },
        reviewers: { c: { model: 'a', prompt: './p.md' } },
        loops: { one: { reviewers: ['c'] } },
      },
      { root: folderWith({ 'p.md': 'Look, {{reviewer}}, at {{path}}.' }) },
    )
  expect(wrong).toThrow(/\{\{path\}\}.*Did you mean 'paths'/)
  expect(wrong).toThrow(/models\.a\.fallback: this falls back on itself/)
})

test('loops and gates keep the order in which they were written', () => {
  const loop = { reviewers: ['rules'] }
  const config = resolved({
    loops: { z: loop, a: loop, m: loop },
    gates: { y: { requires: ['z'] }, b: { requires: ['a'] } },
  })
  expect(config.loops.map(({ name }) => name)).toEqual(['z', 'a', 'm'])
  expect(config.gates.map(({ name }) => name)).toEqual(['y', 'b'])
})

test('the rules can be tuned', () => {
  const config = resolved({ ...minimal, reviewers: { rules: { rules: { 'focused-test': 'off' } } } })
  expect(config.loops[0]?.reviewers).toEqual([
    { kind: 'rules', name: 'rules', paths: null, preset: 'recommended', rules: { 'focused-test': 'off' } },
  ])
})

test('the same document means the same in every kind of file', async () => {
  const files = {
    'wingman.config.ts': `export default ${JSON.stringify(minimal)}`,
    'wingman.config.yaml': 'loops: { basics: { reviewers: [rules] } }',
    'wingman.config.json': minimal,
  }
  for (const [name, text] of Object.entries(files)) {
    const root = folderWith({ [name]: text })
    const loaded = await loadConfig(root)
    if (loaded === null) throw new Error(`${name} was not found`)
    expect(resolveConfig(loaded, { root, ruleSet: {} }).config).toEqual(resolved(minimal))
  }
})
