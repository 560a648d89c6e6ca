import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runtimeFor } from '../../../src/cli/install.ts'
import { temporaryFolder } from '../../support/repository.ts'

test("a project's own wingman is here to stay, whatever the folders above it are called", () => {
  const root = join(temporaryFolder(), 'dlx', 'project')
  const own = join(root, 'node_modules/git-wingman/dist/hook.js')
  mkdirSync(dirname(own), { recursive: true })
  writeFileSync(own, '')
  expect(runtimeFor(root)).toBe(own)
})
