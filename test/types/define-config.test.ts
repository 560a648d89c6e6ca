import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Complaint {
  line: number
  message: string
}

/** What the compiler has against each of some configs, all asked in one go: to start it takes longest. */
function compile(bodies: readonly string[]): Map<string, Complaint[]> {
  const files = new Map(bodies.map((body, i) => [join(ROOT, `test/types/config-${i}.ts`), program(body)]))
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = path => files.has(path) || fileExists(path)
  host.readFile = path => files.get(path) ?? readFile(path)
  const compiled = ts.createProgram([...files.keys()], options, host)
  return new Map(
    bodies.map((body, i) => [body, complaints(compiled, join(ROOT, `test/types/config-${i}.ts`))]),
  )
}

const program = (body: string): string =>
  `import { defineConfig } from 'git-wingman'\nexport default defineConfig(${body})\n`

function complaints(compiled: ts.Program, path: string): Complaint[] {
  const source = compiled.getSourceFile(path)
  if (!source) throw new Error(`${path} was not compiled`)
  return compiled.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => ({
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
}

const linesMarkedWrong = (body: string): number[] =>
  program(body)
    .split('\n')
    .flatMap((line, i) => (line.includes('// wrong') ? [i + 1] : []))

const WRONG = {
  'a reviewer in a loop': `{
    reviewers: { types: { run: 'tsc' } },
    loops: {
      a: { reviewers: ['rules', 'types'] },
      b: {
        reviewers: [
          'rules',
          'typs', // wrong
        ],
      },
    },
  }`,
  'any reviewer but rules when none is declared': `{
    loops: {
      a: {
        reviewers: ['types'], // wrong
      },
    },
  }`,
  'a loop in a gate': `{
    loops: { basics: { reviewers: ['rules'] } },
    gates: {
      ship: {
        requires: [
          'basics',
          'basic', // wrong
        ],
      },
    },
  }`,
  'a model in a reviewer, alone, in a list and as the one who verifies': `{
    models: { fast: { agent: 'claude' } },
    reviewers: {
      a: {
        prompt: 'correctness',
        model: 'fats', // wrong
      },
      b: {
        prompt: 'correctness',
        model: ['fast', 'fats'], // wrong
      },
      c: {
        prompt: 'correctness',
        model: 'fast',
        verify: 'fats', // wrong
      },
    },
    loops: { basics: { reviewers: ['a'] } },
  }`,
  'a model when none is declared': `{
    reviewers: {
      a: {
        prompt: 'correctness',
        model: 'fast', // wrong
      },
    },
    loops: { basics: { reviewers: ['a'] } },
  }`,
  'who fixes': `{
    models: { fast: { agent: 'claude' } },
    loops: { basics: { reviewers: ['rules'] } },
    fix: {
      by: 'fats', // wrong
      whenNoSession: 'session', // wrong
    },
  }`,
  'an option, and a value of one': `{
    models: {
      fast: {
        agent: 'claud', // wrong
      },
    },
    loops: {
      basics: {
        reviewers: ['rules'],
        failsOn: 'critical', // wrong
      },
      more: {
        reviewers: ['rules'],
        failOn: 'blocker', // wrong
      },
    },
  }`,
  'rules that run, and tuning under another name': `{
    reviewers: {
      rules: {
        run: 'tsc', // wrong
      },
      others: {
        preset: 'recommended', // wrong
      },
    },
    loops: { basics: { reviewers: ['rules'] } },
  }`,
}

const FINE = [
  "{ loops: { basics: { reviewers: ['rules'] } } }",
  "{ loops: { basics: { reviewers: ['rules'] } }, fix: { by: 'session', whenNoSession: 'resume' } }",
  "{ models: { fast: { agent: 'claude' } }, loops: { a: { reviewers: ['rules'] } }, fix: { by: 'fast' } }",
  "{ reviewers: { rules: { rules: { 'focused-test': 'off' } } }, loops: { a: { reviewers: ['rules'] } } }",
  "{ loops: { a: { on: ['explicit'] as const, reviewers: ['rules'] as const } }, gates: { b: { requires: ['a'] as const } } }",
  "{ loops: { a: { reviewers: ['rules'], failOn: undefined } } }",
]

const SLIP = "{ loops: { basics: { reviewers: ['rules'] } }, gates: { a: { requires: ['basic'] } } }"

const found = compile([...Object.values(WRONG), ...FINE, SLIP])

test.each(Object.entries(WRONG))('%s is an error at its own place', (_, body) => {
  const marked = linesMarkedWrong(body)
  expect(marked.length).toBeGreaterThan(0)
  expect(found.get(body)?.map(({ line }) => line)).toEqual(marked)
})

test.each(FINE)('%s is fine', body => {
  expect(found.get(body)).toEqual([])
})

test('the message names what there is', () => {
  expect(found.get(SLIP)?.map(({ message }) => message)).toEqual([
    `Type '"basic"' is not assignable to type '"basics"'.`,
  ])
})
