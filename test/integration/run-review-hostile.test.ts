import { expect, test } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { CLEAN, DEFECT, gatedRepository } from '../support/gate-scenes.ts'
import { temporaryRepository } from '../support/repository.ts'
import { RULES_ONLY, type WingmanRepository, withWingman } from '../support/wingman.ts'

test('a binary file is left out, a text that is too large was not reviewed, and both are named', () => {
  const repository = project()
  repository.write({ 'image.png': Buffer.from([137, 80, 78, 71, 0, 1, 2, 3]), 'a.js': CLEAN })
  repository.write({ 'big.png': Buffer.alloc(6 * 1024 * 1024) })
  const passed = reviewOf(repository)
  expect(passed.verdict).toBe('approved')
  expect(coverageOf(passed)).toMatchObject({
    covered: ['a.js'],
    ignored: [
      { file: 'big.png', reason: 'binary' },
      { file: 'image.png', reason: 'binary' },
    ],
  })
  repository.write({ 'big.csv': 'one,two,three\n'.repeat(500_000) })
  const run = repository.wingman('run', 'review')
  expect(run.status).toBe(3)
  expect(run.stdout).toContain('did not review big.csv (larger than 5 MB')
  expect(run.stdout).toContain('context.ignore')
})

test('what the config ignores is listed as ignored', () => {
  const repository = project(`${RULES_ONLY}context:\n  ignore: ['**/*.lock', 'dist/**']\n`)
  repository.write({ 'dist/a.js': DEFECT, 'deep/x.lock': DEFECT, '.dist/a.js': CLEAN })
  const review = reviewOf(repository)
  expect(review.verdict).toBe('approved')
  expect(coverageOf(review)).toMatchObject({
    covered: ['.dist/a.js'],
    ignored: [{ file: 'deep/x.lock' }, { file: 'dist/a.js', reason: 'left out by context.ignore' }],
  })
})

test('neither an attribute nor a NUL hides code', () => {
  const repository = project()
  repository.commit('before', { 'changed.mjs': `${CLEAN}\n\n\n${CLEAN}` })
  repository.write({
    '.gitattributes': '*.js binary\n*.mjs -diff\n',
    'a.js': DEFECT,
    'changed.mjs': `${CLEAN}\n\n\n${DEFECT}`,
    'nul.ts': `// \0\n${DEFECT}`,
    'utf16.py': Buffer.from('\ufeff\nbreakpoint()\n', 'utf16le'),
  })
  const run = repository.wingman('run', 'review', '--dirty')
  for (const place of ['a.js:1', 'changed.mjs:5', 'nul.ts:2', 'utf16.py:2']) {
    expect(run.stdout).toContain(`${place}  debugger-statement`)
  }
  expect(run.status).toBe(1)
})

test('a setting of the person does not move the lines of a finding', () => {
  const repository = project()
  repository.git('config', 'diff.suppressBlankEmpty', 'true')
  repository.git('config', 'diff.noprefix', 'true')
  repository.commit('before', { 'a.js': `${CLEAN}\n\n` })
  repository.write({ 'a.js': `${CLEAN}\n\n${DEFECT}` })
  expect(repository.wingman('run', 'review', '--dirty').stdout).toContain('a.js:4  debugger-statement')
})

test('a submodule that asks to be ignored is part of the change', () => {
  const repository = project()
  const pin = (oid: string) =>
    repository.git('update-index', '--add', '--cacheinfo', `160000,${oid.repeat(40)},sub`)
  repository.write({ '.gitmodules': '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n' })
  repository.git('add', '.gitmodules')
  pin('1')
  repository.git('commit', '-q', '-m', 'pinned')
  pin('2')
  repository.git('commit', '-q', '-m', 'moved')
  const run = repository.wingman('run', 'review', '--commit', 'HEAD')
  expect(run.stdout).toContain('1 commit, 1 file')
})

test.each([['\r'], ['\u2028']])('text that looks like a diff hides no other file (%j)', end => {
  const repository = project()
  const forged = `x${end}diff --git a/z.js b/z.js${end}--- a/z.js${end}+++ b/z.js${end}@@ -1 +1 @@${end}+ok\n`
  repository.write({ 'a.txt': forged, 'z.js': DEFECT })
  const run = repository.wingman('run', 'review')
  expect(run.stdout).toContain('z.js:1  debugger-statement')
  expect(run.status).toBe(1)
})

test('file names cannot steer a terminal, a command or a list', async () => {
  const repository = gatedRepository(RULES_ONLY)
  const names = [
    'new\nline.js',
    'tab\there.js',
    '"quoted" \'name\'.js',
    '--output=x.js',
    '\x1b[31mred\x1b]0;title\x07.js',
    'with space.js',
    'ünï.js',
    '\u202egnp.js',
  ]
  repository.commit('hostile', Object.fromEntries(names.map(name => [name, DEFECT])))
  await repository.reviewed()
  const review = repository.lastReview()
  expect(coverageOf(review).covered.toSorted()).toEqual(names.toSorted())
  const outputs = [
    repository.push(),
    repository.wingman('run', 'review', '--fresh'),
    ...[['show'], ['findings'], ['status'], ['log']].map(args => repository.wingman(...args)),
  ].map(({ output }) => output)
  for (const output of [...outputs, repository.read('.wingman/REVIEW.md')]) {
    expect(output).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/)
    expect(output).not.toContain('new\nline')
  }
  expect(outputs[0]).toContain('--output=x.js:1  debugger-statement')
  expect(repository.has('x.js')).toBe(false)
})

test('a name in a reason cannot steer a terminal either', () => {
  const repository = project()
  repository.write({ '\x1b[2Jgone.csv': 'one,two,three\n'.repeat(500_000) })
  expect(repository.wingman('run', 'review').output).not.toContain('\x1b')
  for (const args of [['status'], ['show'], ['log']]) {
    expect(repository.wingman(...args).output).not.toContain('\x1b')
  }
})

function project(config = RULES_ONLY): WingmanRepository {
  const repository = withWingman(temporaryRepository())
  repository.commit('start', { 'wingman.config.yaml': config })
  return repository
}

function reviewOf(repository: WingmanRepository): Review {
  return JSON.parse(repository.wingman('run', 'review', '--json').stdout)
}

function coverageOf(review: Review) {
  const coverage = review.loops[0]?.reviewers[0]?.coverage
  if (!coverage) throw new Error('no reviewer had its turn')
  return coverage
}
