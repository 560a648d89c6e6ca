import { expect, test } from 'vitest'
import { relativePath } from '../../../../../src/adapters/reviewers/run/locate.ts'
import { matchProblems } from '../../../../../src/adapters/reviewers/run/match-problems.ts'

const ROOT = '/home/me/project'
const locate = (path: string) => relativePath(path, [ROOT])
const places = (output: string) =>
  matchProblems(output, locate).map(p => `${p.level} ${p.file}:${p.line} ${p.rule} | ${p.message}`)

// As printed by the tools themselves, with colour off.
const outputs: { tool: string; output: string; problems: string[] }[] = [
  {
    tool: 'tsc',
    output: `src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/a.ts(4,3): error TS2322: Type 'string' is not assignable to type 'number'.`,
    problems: [
      "error src/a.ts:1 TS2322 | Type 'string' is not assignable to type 'number'.",
      "error src/a.ts:4 TS2322 | Type 'string' is not assignable to type 'number'.",
    ],
  },
  {
    tool: 'tsc, in a folder with parentheses',
    output: "app/(shop)/page.tsx(3,5): error TS1005: ',' expected.",
    problems: ["error app/(shop)/page.tsx:3 TS1005 | ',' expected."],
  },
  {
    tool: 'tsc --pretty',
    output: `src/a.ts:1:7 - error TS2322: Type 'string' is not assignable to type 'number'.

1 const x: number = 'a'
        ~


Found 1 error in src/a.ts:1
`,
    problems: ["error src/a.ts:1 TS2322 | Type 'string' is not assignable to type 'number'."],
  },
  {
    tool: 'eslint',
    output: `
/home/me/project/src/a.js
  1:7   error    'x' is assigned a value but never used  no-unused-vars
  3:3   warning  Unexpected console statement            no-console

/home/me/project/src/b.js
  2:10  error  Parsing error: Unexpected token

✖ 3 problems (2 errors, 1 warning)
  1 error and 0 warnings potentially fixable with the \`--fix\` option.
`,
    problems: [
      "error src/a.js:1 no-unused-vars | 'x' is assigned a value but never used",
      'warning src/a.js:3 no-console | Unexpected console statement',
      'error src/b.js:2 eslint | Parsing error: Unexpected token',
    ],
  },
  {
    tool: 'eslint -f unix',
    output: `/home/me/project/src/a.js:3:3: Unexpected 'debugger' statement. [Error/no-debugger]
/home/me/project/src/a.js:4:1: Unexpected console statement. [Warning/no-console]

2 problems`,
    problems: [
      "error src/a.js:3 no-debugger | Unexpected 'debugger' statement.",
      'warning src/a.js:4 no-console | Unexpected console statement.',
    ],
  },
  {
    tool: 'biome lint',
    output: `src/a.ts:1:7 lint/correctness/noUnusedVariables  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━

  ! This variable x is unused.
  
  > 1 │ const x: number = 'a'
      │       ^
    2 │ export function f(y: string): number {
  
  i Unused variables are often the result of typos, incomplete refactors, or other sources of bugs.
  

src/a.ts:3:3 lint/suspicious/noDebugger  FIXABLE  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × This is an unexpected use of the debugger statement.
  

src/a.ts format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Formatter would have printed the following content:
  

Checked 1 file in 3ms. No fixes applied.
Found 2 errors.
lint ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  × Some errors were emitted while running checks.
`,
    problems: [
      'warning src/a.ts:1 lint/correctness/noUnusedVariables | This variable x is unused.',
      'error src/a.ts:3 lint/suspicious/noDebugger | This is an unexpected use of the debugger statement.',
      'error src/a.ts:null format | Formatter would have printed the following content:',
    ],
  },
  {
    tool: 'gcc',
    output: `a.c: In function ‘main’:
a.c:1:22: warning: initialization of ‘int’ from ‘char *’ makes integer from pointer without a cast [-Wint-conversion]
    1 | int main() { int x = "a"; return y; }
      |                      ^~~
a.c:1:34: error: ‘y’ undeclared (first use in this function)
    1 | int main() { int x = "a"; return y; }
      |                                  ^
a.c:1:34: note: each undeclared identifier is reported only once for each function it appears in`,
    problems: [
      'warning a.c:1 -Wint-conversion | initialization of ‘int’ from ‘char *’ makes integer from pointer without a cast [-Wint-conversion]',
      'error a.c:1 unix | ‘y’ undeclared (first use in this function)',
    ],
  },
  {
    tool: 'make',
    output: 'Makefile:2: *** missing separator.  Stop.',
    problems: ['error Makefile:2 unix | *** missing separator.  Stop.'],
  },
  {
    tool: 'go vet',
    output: `# example.com/m
vet: ./main.go:5:2: undefined: x
./main.go:7:9: fmt.Printf format %d has arg s of wrong type string`,
    problems: [
      'error main.go:5 unix | undefined: x',
      'error main.go:7 unix | fmt.Printf format %d has arg s of wrong type string',
    ],
  },
  {
    tool: 'go test',
    output: `--- FAIL: TestAdd (0.00s)
    add_test.go:6: got 3, want 4
FAIL
FAIL	example.com/m	0.002s`,
    problems: ['error add_test.go:6 unix | got 3, want 4'],
  },
  {
    tool: 'mypy',
    output: `src/a.py:3: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]
src/a.py:3: note: See https://mypy.rtfd.io/en/stable/_refs.html#code-assignment
Found 1 error in 1 file (checked 1 source file)`,
    problems: [
      'error src/a.py:3 assignment | Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]',
    ],
  },
  {
    tool: 'ruff --output-format concise',
    output: 'src/a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.',
    problems: ['error src/a.py:1 F401 | F401 [*] `os` imported but unused'],
  },
  {
    tool: 'ruff',
    output: `F401 [*] \`os\` imported but unused
 --> src/a.py:1:8
  |
1 | import os
  |        ^^
  |
help: Remove unused import: \`os\`

Found 1 error.`,
    problems: ['error src/a.py:1 F401 | `os` imported but unused'],
  },
  {
    tool: 'pylint',
    output: `************* Module a
src/a.py:1:0: C0114: Missing module docstring (missing-module-docstring)
src/a.py:2:4: E0602: Undefined variable 'y' (undefined-variable)`,
    problems: [
      'warning src/a.py:1 C0114 | C0114: Missing module docstring (missing-module-docstring)',
      "error src/a.py:2 E0602 | E0602: Undefined variable 'y' (undefined-variable)",
    ],
  },
  {
    tool: 'cargo',
    output: `warning: unused variable: \`x\`
 --> src/main.rs:2:9
  |
2 |     let x = 1;
  |         ^ help: if this is intentional, prefix it with an underscore

error[E0308]: mismatched types
 --> src/main.rs:3:18
  |
  = note: expected type
note: defined here
 --> src/lib.rs:9:1

error: aborting due to 1 previous error`,
    problems: [
      'warning src/main.rs:2 arrow | unused variable: `x`',
      'error src/main.rs:3 E0308 | mismatched types',
    ],
  },
  {
    tool: 'vitest',
    output: `
 RUN  v4.1.12 /home/me/project

 ❯ t.test.ts (1 test | 1 failed) 25ms
   × adds 22ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  t.test.ts > adds
AssertionError: expected 1 to be 2 // Object.is equality

- Expected
+ Received

- 2
+ 1

 ❯ add src/add.ts:1:3
 ❯ t.test.ts:2:32
      1| import { test, expect } from 'vitest'
      2| test('adds', () => { expect(1).toBe(2) })

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯
`,
    problems: [
      'error t.test.ts:2 test-failed | adds: AssertionError: expected 1 to be 2 // Object.is equality',
    ],
  },
  {
    tool: 'jest',
    output: `FAIL src/sum.test.js
  ● Console

    console.log
      hello

  ● sum › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (src/sum.test.js:4:21)

Test Suites: 1 failed, 1 total`,
    problems: [
      'error src/sum.test.js:4 test-failed | sum › adds: expect(received).toBe(expected) // Object.is equality',
    ],
  },
  {
    tool: 'node --test, spec',
    output: `✖ failing tests:

test at t.test.mjs:3:1
✖ adds (3.316079ms)
  AssertionError [ERR_ASSERTION]: 1 == 2
      at TestContext.<anonymous> (file:///home/me/project/t.test.mjs:3:29)`,
    problems: ['error t.test.mjs:3 test-failed | adds: AssertionError [ERR_ASSERTION]: 1 == 2'],
  },
  {
    tool: 'node --test, tap',
    output: `TAP version 13
# Subtest: sums
    # Subtest: adds
    not ok 1 - adds
      ---
      duration_ms: 4.054756
      location: '/home/me/project/t.test.mjs:3:1'
      failureType: 'testCodeFailure'
      error: '1 == 2'
      ...
    1..1
not ok 1 - sums
  ---
  location: '/home/me/project/t.test.mjs:2:1'
  failureType: 'subtestsFailed'
  ...
not ok 2 - later # TODO
  ---
  location: '/home/me/project/t.test.mjs:9:1'
  ...
1..2`,
    problems: ['error t.test.mjs:3 test-failed | adds'],
  },
]

test.each(outputs)('$tool', ({ output, problems }) => {
  expect(places(output)).toEqual(problems)
})

test.each([
  'http://localhost:80: refused',
  'see https://example.com/a.ts:3:4: it says',
  '12:30:45: started',
  '2026-11-18T12:30:45: started',
  'localhost:3000: listening',
  '/etc/passwd:1:1: root',
  '../outside.ts(3,5): error TS2322: no',
  'src/../../outside.ts(3,5): error TS2322: no',
  '~/x.ts:3:4: no',
  '.git/config:3:4: no',
  'C:\\Windows\\a.c:3:4: no',
  'src/a\u0000.ts:3:4: no',
  `${'a/'.repeat(600)}b.ts:3:4: no`,
  'Error: something broke',
])('is no problem of ours: %s', line => {
  expect(places(line)).toEqual([])
})

test('the same problem is named once', () => {
  const line = 'src/a.ts(1,7): error TS2322: No.'
  expect(places(`${line}\r\n${line}\n./${line}`)).toHaveLength(1)
})

test('hostile output takes no longer than long output', () => {
  const hostile = [
    ' '.repeat(200_000),
    `FAIL ${' >'.repeat(100_000)}`,
    `a${':1'.repeat(100_000)}`,
    '('.repeat(200_000),
  ]
  expect(places([...hostile, ...Array(60_000).fill('  1:1  error  x')].join('\n'))).toEqual([])
})
