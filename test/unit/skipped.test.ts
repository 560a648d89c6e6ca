import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { repositoryAt, temporaryFolder } from '../support/repository.ts'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

function run(tests: string, ...options: string[]): string {
  const folder = repositoryAt(temporaryFolder())
  writeFileSync(join(folder.dir, 'some.test.js'), tests)
  const reporters = ['--reporter=default', `--reporter=${file('../support/skipped-reporter.ts')}`]
  const args = [file('../../node_modules/vitest/vitest.mjs'), 'run', '--globals', '--root', folder.dir]
  const { status, output } = folder.run(process.execPath, [...args, ...reporters, ...options])
  expect(status, output).toBe(0)
  return output
}

const TESTS = `
describe.skipIf(true)('on a full disk', () => { test('a review says so', () => {}) })
test('something else', () => {})
`

test('tests that were skipped are the last that a run speaks of, by name', () => {
  expect(run(TESTS).trimEnd()).toMatch(
    /\n!!! SKIPPED: 1 test was left out here, and proved nothing\n {2}some\.test\.js: on a full disk > a review says so$/,
  )
})

test('nothing is said where nothing was, nor of tests that somebody did not ask for', () => {
  expect(run(`test('something', () => {})`)).not.toContain('SKIPPED')
  expect(run(TESTS, '-t', 'something')).not.toContain('SKIPPED')
})
