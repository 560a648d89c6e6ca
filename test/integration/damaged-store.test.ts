import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RULES_ONLY, reviewedRepository, type WingmanRepository } from '../support/wingman.ts'

const DAMAGE: [string, (text: string) => string | Buffer][] = [
  ['truncated', text => text.slice(0, text.length / 2)],
  ['empty', () => ''],
  ['binary', () => Buffer.from([0, 255, 254, 1, 2, 3])],
  ['foreign', () => '{"name":"somebody else’s"}'],
]

const shared = (repository: WingmanRepository, ...path: string[]) =>
  join(repository.dir, '.git/wingman', ...path)

/** Two judgements of the same content, the second made afresh. */
function judgedTwice(): { repository: WingmanRepository; folder: string } {
  const repository = reviewedRepository(RULES_ONLY)
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'x')
  repository.write({ 'a.js': 'export {}\n' })
  repository.git('add', 'a.js')
  repository.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'good')
  expect(repository.wingman('run', 'review').status).toBe(0)
  expect(repository.wingman('run', 'review', '--fresh').status).toBe(0)
  const id = repository.lastReview().snapshot.digest
  return { repository, folder: shared(repository, 'results', `diff-${id}`) }
}

const newestIn = (folder: string): string => readdirSync(folder).sort().at(-1) ?? ''

describe.each(DAMAGE)('a %s record', (_, damage) => {
  test('is set aside under its own name, is named, and counts as no review', () => {
    const { repository } = judgedTwice()
    const { id } = repository.lastReview()
    const record = `.git/wingman/reviews/${id}/review.json`
    const bytes = damage(repository.read(record))
    repository.write({ [record]: bytes })
    const told = repository.wingman('show', id)
    expect(told).toMatchObject({ status: 3, stdout: '' })
    expect(told.stderr).toContain('is damaged and counts as no review')
    expect(told.stderr).toContain(shared(repository, 'damaged', id))
    expect(repository.read(`.git/wingman/damaged/${id}/review.json`)).toBe(bytes.toString())
    expect(repository.has(record)).toBe(false)
    expect(repository.wingman('log').stdout).toContain(`${id}  cannot be read`)
    expect(repository.wingman('doctor', 'logs').stdout).toContain('record.damaged')
  })
})

test('a record or a result of a newer wingman is refused with a clear sentence, and left as it is', () => {
  const { repository, folder } = judgedTwice()
  const { id } = repository.lastReview()
  const record = `.git/wingman/reviews/${id}/review.json`
  const text = repository.read(record).replace('"version": 1', '"version": 2')
  repository.write({ [record]: text })
  const sentence =
    'was written by a newer wingman (version 2 of the format, this one reads 1): update this one'
  expect(repository.wingman('show', id)).toMatchObject({
    status: 3,
    stderr: expect.stringContaining(sentence),
  })
  expect(repository.read(record)).toBe(text)

  const result = join(folder, newestIn(folder))
  writeFileSync(result, '{"version": 2}')
  expect(repository.push('origin', 'HEAD').output).toContain(sentence)
  const { findings } = JSON.parse(repository.wingman('doctor', '--json').stdout)
  expect(findings.map(({ what, fix }: { what: string; fix: string }) => [what, fix])).toEqual([
    ['a record was written by a newer wingman', null],
    ['a result was written by a newer wingman', null],
  ])
})

describe.each(DAMAGE)('a %s result', (_, damage) => {
  test('holds the push until it is judged again; the approval below it never speaks, not even after doctor', () => {
    const { repository, folder } = judgedTwice()
    const newest = newestIn(folder)
    expect(newest).toMatch(/\.1\.json$/)
    expect(repository.wingman('gate').status).toBe(0)
    const path = join(folder, newest)
    const text = repository.read(path.slice(repository.dir.length + 1))
    writeFileSync(path, damage(text))
    expect(repository.wingman('gate')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('cannot be read'),
    })

    expect(repository.wingman('doctor').output).toContain('a result is damaged')
    expect(repository.wingman('doctor', '--fix').status).toBe(0)
    expect(repository.wingman('doctor').output).toContain('All is well.')
    expect(readdirSync(shared(repository, 'damaged'))).toEqual([expect.stringContaining(newest)])
    expect(repository.wingman('gate')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('was damaged'),
    })

    expect(repository.wingman('run', 'review').status).toBe(0)
    expect(repository.wingman('gate').status).toBe(0)
  })
})
