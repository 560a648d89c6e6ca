import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram, foldersOutside } from '../../../../src/adapters/agents/find-program.ts'
import { temporaryFolder } from '../../../support/repository.ts'

test('folders of the repository are left out, by whatever name', async () => {
  const base = temporaryFolder()
  const repository = join(base, 'project')
  const bin = join(repository, 'node_modules/.bin')
  const other = join(base, 'project-tools')
  mkdirSync(bin, { recursive: true })
  mkdirSync(other)
  symlinkSync(bin, join(base, 'link'))
  symlinkSync(repository, join(base, 'alias'))
  const path = [bin, repository, join(base, 'link'), 'relative', '.', '', other].join(delimiter)
  expect(await foldersOutside(repository, path)).toEqual([other])
  expect(await foldersOutside(join(base, 'alias'), path)).toEqual([other])
})

test('only an executable file is a program', async () => {
  const [first, second, third] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  mkdirSync(join(first, 'claude'))
  writeFileSync(join(second, 'claude'), '')
  writeFileSync(join(third, 'claude'), '')
  chmodSync(join(third, 'claude'), 0o755)
  expect(await findProgram('claude', [first, second])).toBeNull()
  expect(await findProgram('claude', [first, second, third])).toBe(join(third, 'claude'))
})
