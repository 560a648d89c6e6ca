import { expect, test } from 'vitest'
import { parsePorcelain } from '../../../../src/adapters/git/dry-push.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(64)

test('what git says with --porcelain is understood line by line', () => {
  const text = [
    'To ../remote.git',
    ` \trefs/heads/main:refs/heads/main\t${A}..${A}`,
    `+\tHEAD~1:refs/heads/x\t${B}...${B} (forced update)`,
    '-\t:refs/heads/gone\t[deleted]',
    '*\trefs/tags/v1:refs/tags/v1\t[new tag]',
    '!\trefs/heads/y:refs/heads/y\t[rejected] (fetch first)',
    '=\trefs/heads/z:refs/heads/z\t[up to date]',
    'Done',
    '',
  ].join('\n')
  expect(parsePorcelain(text)).toEqual({
    url: '../remote.git',
    isDone: true,
    lines: [
      { flag: ' ', from: 'refs/heads/main', to: 'refs/heads/main', old: A },
      { flag: '+', from: 'HEAD~1', to: 'refs/heads/x', old: B },
      { flag: '-', from: '', to: 'refs/heads/gone', old: null },
      { flag: '*', from: 'refs/tags/v1', to: 'refs/tags/v1', old: null },
      { flag: '!', from: 'refs/heads/y', to: 'refs/heads/y', old: null },
      { flag: '=', from: 'refs/heads/z', to: 'refs/heads/z', old: null },
    ],
  })
})

test('two addresses of one remote name the same refs once', () => {
  const line = '*\trefs/heads/x:refs/heads/x\t[new branch]'
  const { url, lines } = parsePorcelain(`To a\n${line}\nDone\nTo b\n${line}\nDone\n`)
  expect([url, lines.length]).toEqual(['a', 1])
})

test('no output is no answer', () => {
  expect(parsePorcelain('')).toEqual({ url: null, lines: [], isDone: false })
})
