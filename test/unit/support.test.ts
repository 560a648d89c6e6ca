import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseRealFolders } from '../support/repository.ts'

const temporary = realpathSync(tmpdir())

test.each([
  ['the repository that tests are started from', process.cwd()],
  ['a folder in it', join(process.cwd(), 'test')],
  ['a folder whose name only begins like the temporary one', `${temporary}-other`],
  ['the temporary folder itself', temporary],
  ['a folder above it', dirname(temporary)],
])('a test refuses to work in %s', (_, dir) => {
  expect(() => refuseRealFolders(dir)).toThrow('not a temporary folder')
})

test('a clone that lies in the temporary folder is as real as any', () => {
  const clone = mkdtempSync(join(temporary, 'wingman-test-'))
  expect(() => refuseRealFolders(clone, clone)).toThrow('not a temporary folder')
  expect(() => refuseRealFolders(clone)).not.toThrow()
})
