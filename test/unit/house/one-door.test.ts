import { expect, test } from 'vitest'
import { sources } from '../../support/sources.ts'

/** Who may start a process, and which. */
const STARTERS: Record<string, string> = {
  'adapters/git/door.ts': 'git',
  'adapters/child-process.ts': 'reviewers',
  'adapters/hooks/hosts/pre-commit-entry.ts': 'pre-commit, for its version',
  'adapters/start-worker.ts': 'our own worker',
  'cli/init/add-dependency.ts': 'the package manager',
  'cli/activate.ts': 'a hook manager',
}

const PROCESS_LIBRARIES = ['node:child_process', 'child_process', 'execa', 'simple-git']

test('processes are started in the places that are known for it', () => {
  const starters = sources().filter(({ imports }) =>
    imports.some(({ target, isTypeOnly }) => PROCESS_LIBRARIES.includes(target) && !isTypeOnly),
  )
  expect(starters.map(({ path }) => path).sort()).toEqual(Object.keys(STARTERS).sort())
})

test('git is started behind the one door, and nowhere else', () => {
  const start = /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|execa)\(\s*['"`]git\b/
  const callers = sources().filter(({ text }) => start.test(text))
  expect(callers.map(({ path }) => path)).toEqual(['adapters/git/door.ts'])
})

test('whoever else may start a process does not so much as name git', () => {
  const others = Object.keys(STARTERS).filter(path => STARTERS[path] !== 'git')
  const naming = sources().filter(({ path, text }) => others.includes(path) && /['"`]git['"`]/.test(text))
  expect(naming.map(({ path }) => path)).toEqual([])
})
