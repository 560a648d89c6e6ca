import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prek } from '../support/real-tools.ts'
import { temporaryFolder } from '../support/repository.ts'
import { besideStubs, prekOnPath } from '../support/stub-host-scenes.ts'
import { repositoryWithRemote } from '../support/wingman.ts'

besideStubs('prek', prek())

test('prek.toml is not ours to edit: what to add is said, and what was added by hand is seen', () => {
  const repository = repositoryWithRemote()
  repository.commit('start', { 'prek.toml': '[[repos]]\nrepo = "local"\nhooks = []\n' })
  const PATH = `${prekOnPath(join(temporaryFolder(), 'bin'))}:${process.env.PATH}`
  const refused = repository.wingmanWith({ env: { PATH } }, 'install', '--host', 'prek')
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('prek.toml') })
  repository.write({
    'prek.toml': '[[repos]]\nrepo = "local"\nhooks = [{ id = "wingman", name = "w", entry = "true" }]\n',
  })
  expect(repository.wingmanWith({ env: { PATH } }, 'install', '--host', 'prek').status).toBe(0)
  expect(repository.git('status', '--porcelain')).toBe('M prek.toml')
})
