import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkConfig, findProblems } from '../../../src/config/check.ts'
import { closest } from '../../../src/config/did-you-mean.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { quote, showPath } from '../../../src/config/position.ts'
import { WingmanError } from '../../../src/errors.ts'
import { folderWith, minimal } from '../../support/config-folder.ts'

const base = {
  models: { fast: { agent: 'claude' } },
  reviewers: { types: { run: 'tsc' } },
  loops: { basics: { reviewers: ['rules', 'types'] } },
}

/** `path: message` of everything that is wrong with a document. */
function problems(document: unknown, { root = folderWith({}), ruleIds = ['focused-test'] } = {}): string[] {
  const loaded = { file: 'wingman.config.ts', document, positionOf: () => null }
  return findProblems(loaded, { root, ruleIds }).map(({ path, message }) => `${showPath(path)}: ${message}`)
}

const withModel = (model: unknown) => ({ ...base, models: { m: model } })
const withReviewer = (reviewer: unknown, name = 'x') => ({
  ...base,
  reviewers: { ...base.reviewers, [name]: reviewer },
})
const withLoop = (loop: object) => ({ ...base, loops: { basics: { reviewers: ['rules'], ...loop } } })
const withGate = (gate: object) => ({ ...base, gates: { ship: { requires: ['basics'], ...gate } } })

test('a good config has none', () => {
  expect(problems(base)).toEqual([])
  expect(problems({ $schema: './node_modules/git-wingman/schema/config.schema.json', ...minimal })).toEqual(
    [],
  )
})

describe('names that refer to nothing', () => {
  test.each([
    [
      withLoop({ reviewers: ['rules', 'typs'] }),
      "loops.basics.reviewers[1]: there is no reviewer called 'typs'. Did you mean 'types'?",
    ],
    [
      withLoop({ reviewers: ['zzzzzz'] }),
      "loops.basics.reviewers[0]: there is no reviewer called 'zzzzzz'. There is 'rules', 'types'.",
    ],
    [withLoop({ reviewers: ['types', 'types'] }), "loops.basics.reviewers[1]: 'types' is named twice."],
    [
      withGate({ requires: ['basic'] }),
      "gates.ship.requires[0]: there is no loop called 'basic'. Did you mean 'basics'?",
    ],
    [
      withReviewer({ model: 'fats', prompt: './p.md' }),
      "reviewers.x.model: there is no model called 'fats'. Did you mean 'fast'?",
    ],
    [
      withReviewer({ model: ['fast', 'q'], prompt: './p.md' }),
      "reviewers.x.model[1]: there is no model called 'q'. There is 'fast'.",
    ],
    [
      withReviewer({ model: 'fast', prompt: './p.md', verify: 'fas' }),
      "reviewers.x.verify: there is no model called 'fas'. Did you mean 'fast'?",
    ],
    [
      { ...base, fix: { by: 'sesion' } },
      "fix.by: there is no model called 'sesion'. Did you mean 'session'?",
    ],
    [
      { ...base, fix: { by: 'resume' } },
      "fix.by: there is no model called 'resume'. There is 'fast', 'session', 'nothing'.",
    ],
    [
      { ...base, fix: { whenNoSession: 'session' } },
      "fix.whenNoSession: there is no model called 'session'. There is 'fast', 'resume', 'nothing'.",
    ],
    [
      { ...minimal, reviewers: { x: { model: 'fast', prompt: './p.md' } } },
      "reviewers.x.model: there is no model called 'fast'. No model is declared.",
    ],
    [
      withReviewer({ rules: { 'focus-test': 'off' } }, 'rules'),
      "reviewers.rules.rules.focus-test: there is no rule called 'focus-test'. Did you mean 'focused-test'?",
    ],
  ])('%j', (document, problem) => {
    expect(problems(document, { root: folderWith({ 'p.md': 'Look.' }) })).toEqual([problem])
  })

  test.each(['session', 'nothing', 'fast'])('fix.by may be %s', by => {
    expect(problems({ ...base, fix: { by } })).toEqual([])
  })
  test.each(['resume', 'nothing', 'fast'])('fix.whenNoSession may be %s', whenNoSession => {
    expect(problems({ ...base, fix: { whenNoSession } })).toEqual([])
  })
})

describe('names that cannot be', () => {
  const pattern = 'cannot be a name: use small letters, digits and dashes, and begin with a letter.'
  test.each(['Basics', '1', 'a_b', 'a b', '-a', ''])('%j', name => {
    expect(problems({ loops: { [name]: { reviewers: ['rules'] } } }).join()).toContain(`'${name}' ${pattern}`)
  })
  test.each(['session', 'resume', 'nothing'])('a model called %s', name => {
    expect(problems({ ...minimal, models: { [name]: { agent: 'claude' } } })).toEqual([
      `models.${name}: no model can be called '${name}': \`fix\` uses that word for something else.`,
    ])
  })
  test('__proto__, which JSON would drop without a word', () => {
    const document: unknown = JSON.parse('{ "loops": { "__proto__": { "reviewers": ["rules"] } } }')
    expect(problems(document)).toEqual([expect.stringContaining('loops.__proto__: this cannot be used')])
  })
})

describe('reviewers and models are read by the shape that their key chose', () => {
  test.each([
    [
      withReviewer({ run: 'x', timeot: '5m' }),
      "reviewers.x.timeot: there is no option 'timeot' here. Did you mean 'timeout'?",
    ],
    [withReviewer({ run: 5 }), 'reviewers.x.run: this must be text in quotes, not a number.'],
    [withReviewer({ run: '' }), 'reviewers.x.run: this must not be empty.'],
    [
      withReviewer({ run: 'x', in: 'tre' }),
      "reviewers.x.in: 'tre' is not one of 'tree', 'worktree'. Did you mean 'tree'?",
    ],
    [
      withReviewer({ run: 'x', timeout: '0s' }),
      "reviewers.x.timeout: this must be a duration of more than nothing, such as '90s' or '15m'.",
    ],
    [
      withReviewer({ run: 'x', timeout: 90 }),
      "reviewers.x.timeout: this must be a duration of more than nothing, such as '90s' or '15m'.",
    ],
    [
      withReviewer({ run: 'x', model: 'fast' }),
      'reviewers.x.model: it has `run` and `model`: keep one of them.',
    ],
    [withReviewer({ model: 'fast' }), 'reviewers.x.prompt: this is missing.'],
    [withReviewer({ model: [], prompt: './p.md' }), 'reviewers.x.model: name at least one.'],
    [
      withReviewer({ model: 'fast', prompt: 'p.md' }),
      "reviewers.x.prompt: this must be the name of a built-in prompt, or a file that begins with './'.",
    ],
    [
      withReviewer({ model: 'fast', prompt: './p.md', paths: 'src' }),
      'reviewers.x.paths: this must be a list in [ ], not text.',
    ],
    [
      withReviewer({}),
      "reviewers.x: a reviewer needs `run` (a command) or `model` (the name of a model), e.g. { run: 'npm run -s typecheck' }.",
    ],
    [
      withReviewer({ preset: 'recommended' }),
      "reviewers.x: a reviewer needs `run` (a command) or `model` (the name of a model), e.g. { run: 'npm run -s typecheck' }.",
    ],
    [withReviewer('npm test'), 'reviewers.x: this must be an object in { }, not text.'],
    [
      withReviewer({ run: 'x' }, 'rules'),
      'reviewers.rules.run: `rules` is built in and can only be tuned here, with `preset` and `rules`. Give this one another name.',
    ],
    [
      withReviewer({ preset: 'strikt' }, 'rules'),
      "reviewers.rules.preset: 'strikt' is not one of 'recommended', 'strict', 'security'. Did you mean 'strict'?",
    ],
    [
      withReviewer({ rules: { 'focused-test': 'error' } }, 'rules'),
      "reviewers.rules.rules.focused-test: 'error' is not one of 'off', 'suggestion', 'warning', 'critical'.",
    ],
    [
      withModel({ agent: 'claud' }),
      "models.m.agent: 'claud' is not one of 'claude', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'. Did you mean 'claude'?",
    ],
    [
      withModel({ agent: 'claude', api: 'anthropic' }),
      'models.m.api: it has `agent` and `api`: keep one of them.',
    ],
    [
      withModel({ api: 'openai', model: 'x' }),
      "models.m.api: 'openai' is not one of 'anthropic', 'openai-compatible'. Did you mean 'openai-compatible'?",
    ],
    [withModel({ api: 'openai-compatible', model: 'x' }), 'models.m.baseUrl: this is missing.'],
    [
      withModel({ api: 'openai-compatible', model: 'x', baseUrl: 'localhost' }),
      'models.m.baseUrl: this must be an address that begins with http:// or https://.',
    ],
    [withModel({}), "models.m: a model needs `agent` or `api`, e.g. { agent: 'claude' }."],
    [withModel(null), 'models.m: this must be an object in { }, not empty.'],
  ])('%j', (document, problem) => {
    expect(problems(document, { root: folderWith({ 'p.md': 'Look.' }) })).toEqual([problem])
  })

  test('a key that was pasted where its name belongs is not shown', () => {
    const [problem] = problems(withModel({ api: 'anthropic', model: 'x', keyEnv: 'sk-ant-verysecret' }))
    expect(problem).toBe('models.m.keyEnv: this must be the name of an environment variable, not its value.')
  })
})

describe('everything else', () => {
  test.each([
    [{}, "loops: at least one loop is needed, e.g. loops: { basics: { reviewers: ['rules'] } }."],
    [{ loops: {} }, "loops: at least one loop is needed, e.g. loops: { basics: { reviewers: ['rules'] } }."],
    [null, ": it is empty. Only loops are required, e.g. loops: { basics: { reviewers: ['rules'] } }."],
    [[], ': the config must be an object, not a list.'],
    [() => minimal, ': the config must be an object, not a function.'],
    [{ ...base, contxt: {} }, "contxt: there is no option 'contxt' here. Did you mean 'context'?"],
    [
      { ...base, notify: { qqq: 1 } },
      "notify.qqq: there is no option 'qqq' here. It takes 'on', 'desktop', 'command'.",
    ],
    [{ ...base, enabled: 'yes' }, 'enabled: this must be true or false, not text.'],
    [
      { ...base, budget: { perDay: 10 } },
      "budget.perDay: this must be an amount in dollars such as '$0.50'.",
    ],
    [
      { ...base, delivery: { settle: '10' } },
      "delivery.settle: this must be a duration such as '500ms', '10s', '5m' or '1h'.",
    ],
    [withLoop({ on: 'post-commit' }), 'loops.basics.on: this must be a list in [ ], not text.'],
    [
      withLoop({ on: ['post-comit'] }),
      "loops.basics.on[0]: 'post-comit' is not one of 'post-commit', 'session-idle', 'task-done', 'explicit'. Did you mean 'post-commit'?",
    ],
    [withLoop({ reviewers: [] }), 'loops.basics.reviewers: name at least one.'],
    [withLoop({ reviewers: undefined }), 'loops.basics.reviewers: this is missing.'],
    [
      withLoop({ maxRevisions: 1.5 }),
      'loops.basics.maxRevisions: this must be a whole number, not a fraction.',
    ],
    [withLoop({ maxRevisions: -1 }), 'loops.basics.maxRevisions: this must be at least 0.'],
    [
      withGate({ whenPending: 'sometimes' }),
      "gates.ship.whenPending: 'sometimes' is not one of 'block', 'warn', 'allow', 'wait'.",
    ],
    [
      { ...base, context: new Map() },
      'context: this cannot be used as a name or a value here: a config is plain data.',
    ],
  ])('%j', (document, problem) => {
    expect(problems(document)).toEqual([problem])
  })
})

describe('prompts', () => {
  const asking = (prompt: string) => withReviewer({ model: 'fast', prompt })

  test('a file that is not there, is empty, or is outside', () => {
    const root = folderWith({ 'empty.md': ' \n', '../outside.md': 'Look.', 'folder/x.md': 'Look.' })
    symlinkSync('../outside.md', join(root, 'link.md'))
    expect(problems(asking('./nope.md'), { root })).toEqual([
      "reviewers.x.prompt: there is no file './nope.md'. A path is relative to the root of the repository.",
    ])
    expect(problems(asking('./empty.md'), { root })).toEqual(["reviewers.x.prompt: './empty.md' is empty."])
    expect(problems(asking('./../outside.md'), { root }).join()).toContain('is outside the repository.')
    expect(problems(asking('./link.md'), { root }).join()).toContain('is outside the repository.')
    expect(problems(asking('./folder'), { root }).join()).toContain("'./folder' cannot be read: EISDIR")
    expect(problems(asking('./folder/x.md'), { root })).toEqual([])
  })

  test('a built-in one that is not there', () => {
    expect(problems(asking('corectnes')).join()).toContain("there is no built-in prompt called 'corectnes'.")
  })
})

test('all problems are in one error, from the top of the file down', async () => {
  const root = folderWith({
    'wingman.config.yaml': `loops:
  basics:
    reviewers: [rules, typs]
    failsOn: warning
gates:
  ship: { requires: [basic] }
reviewers:
  types: { run: tsc, timeout: 5 }
`,
  })
  const loaded = await loadConfig(root)
  if (loaded === null) throw new Error('not loaded')
  let thrown: unknown
  try {
    checkConfig(loaded, { root })
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(WingmanError)
  expect(thrown).toMatchObject({
    code: 'E_CONFIG',
    kind: 'usage',
    hint: 'Correct wingman.config.yaml, then run: wingman config check',
    message: `wingman.config.yaml has 4 problems:
  wingman.config.yaml:3:24 loops.basics.reviewers[1]: there is no reviewer called 'typs'. Did you mean 'types'?
  wingman.config.yaml:4:5 loops.basics.failsOn: there is no option 'failsOn' here. Did you mean 'failOn'?
  wingman.config.yaml:6:22 gates.ship.requires[0]: there is no loop called 'basic'. Did you mean 'basics'?
  wingman.config.yaml:8:22 reviewers.types.timeout: this must be a duration of more than nothing, such as '90s' or '15m'.`,
  })
})

test('no document makes the check itself fail', () => {
  const scraps: unknown[] = [
    null,
    undefined,
    0,
    '',
    'x',
    [],
    [null],
    {},
    { x: null },
    { run: {} },
    { model: {} },
    true,
  ]
  for (const section of [
    'models',
    'reviewers',
    'loops',
    'gates',
    'attestations',
    'context',
    'delivery',
    'fix',
    'notify',
    'budget',
  ]) {
    for (const scrap of scraps) {
      expect(() => problems({ ...base, [section]: scrap })).not.toThrow()
      expect(() => problems({ ...base, [section]: { a: scrap } })).not.toThrow()
      expect(() => problems({ ...base, [section]: { a: { reviewers: scrap, model: scrap } } })).not.toThrow()
    }
  }
})

test('what is shown cannot steer a terminal', () => {
  expect(quote('a\u001b[31m\u202eb')).toBe("'a\\u001b[31m\\u202eb'")
  expect(quote('x'.repeat(200))).toHaveLength(63)
})

test.each([
  ['typs', 'types'],
  ['tpyes', 'types'],
  ['TYPES', 'types'],
  ['openai', 'openai-compatible'],
  ['x', null],
  ['', null],
])('%j is close to %j', (wrong, right) => {
  expect(closest(wrong, ['types', 'tests', 'openai-compatible'])).toBe(right)
})
