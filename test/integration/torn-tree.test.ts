import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { reviewedRepository, type WingmanRepository } from '../support/wingman.ts'

/** Notes where it runs, then waits until it is told to look, and until it is told to end. In a checkout nobody has to tell it. */
const WATCHED = `reviewers:
  check:
    run: |
      pwd >>"$OUT/began"
      wait_for() { while [ "$PWD" = "$TREE" ] && [ ! -e "$OUT/$1" ]; do sleep 0.05; done; }
      wait_for look
      ! grep -q BAD x.txt && ! [ -e extra.txt ]; code=$?
      touch "$OUT/looked"
      wait_for end
      exit $code
loops:
  basics: { reviewers: [check] }
gates:
  ship: { requires: [basics] }
`

test.each<[string, (repository: WingmanRepository) => () => void]>([
  [
    'a file that is edited and put back',
    repository => {
      repository.write({ 'x.txt': 'fine\n' })
      return () => repository.write({ 'x.txt': 'BAD\n' })
    },
  ],
  [
    'a file that is moved away and back',
    repository => {
      repository.run('mv', ['x.txt', '../kept'])
      repository.write({ 'x.txt': 'fine\n' })
      return () => repository.run('mv', ['../kept', 'x.txt'])
    },
  ],
])('%s while a command runs in the tree: what the command saw does not count', async (_, edit) => {
  const { repository, out } = watched()
  const tip = repository.commit('bad', { 'x.txt': 'BAD\n' })
  await until(() => existsSync(join(out, 'began')))
  const undo = edit(repository)
  repository.write({ '../out/look': '' })
  await until(() => existsSync(join(out, 'looked')))
  undo()
  repository.write({ '../out/end': '' })
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'needs-revision', snapshot: { commit: tip } })
  expect(repository.push().status).toBe(1)
  // Once more, where nobody types.
  const places = readFileSync(join(out, 'began'), 'utf8').trim().split('\n')
  expect(places[0]).toBe(repository.dir)
  expect(places).toHaveLength(2)
  expect(places[1]).not.toBe(repository.dir)
})

test('a file that is there only while the command runs: what the command saw does not count', async () => {
  const { repository, out } = watched()
  repository.commit('fine', { 'x.txt': 'fine\n' })
  await until(() => existsSync(join(out, 'began')))
  repository.write({ 'extra.txt': '' })
  repository.write({ '../out/look': '' })
  await until(() => existsSync(join(out, 'looked')))
  repository.run('rm', ['extra.txt'])
  repository.write({ '../out/end': '' })
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'approved' })
  expect(readFileSync(join(out, 'began'), 'utf8').trim().split('\n')).toHaveLength(2)
})

test('a command that writes what is ignored runs once, in the tree', async () => {
  const { repository, out } = watched('mkdir -p build; echo "$$" >build/out; echo "$$" >.cache')
  repository.commit('fine', { 'x.txt': 'fine\n', '.gitignore': 'build\n.cache\n' })
  repository.write({ '../out/look': '', '../out/end': '' })
  await repository.reviewed()
  expect(repository.lastReview()).toMatchObject({ verdict: 'approved' })
  expect(readFileSync(join(out, 'began'), 'utf8')).toBe(`${repository.dir}\n`)
})

function watched(also = 'true') {
  const config = WATCHED.replace('exit $code', `${also}\n      exit $code`)
  const repository = reviewedRepository(config)
  const out = join(repository.dir, '..', 'out')
  repository.write({ '../out/made': '' })
  vi.stubEnv('OUT', out)
  vi.stubEnv('TREE', repository.dir)
  return { repository, out }
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (holds()) return
    await pause(50)
  }
  throw new Error(`it never came to be: ${holds}`)
}
