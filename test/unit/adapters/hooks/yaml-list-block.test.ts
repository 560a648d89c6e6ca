import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  listBlockIn,
  withListBlock,
  withoutListBlock,
} from '../../../../src/adapters/hooks/yaml-list-block.ts'

const BLOCK = { list: 'repos', lines: ['- repo: local', '  hooks: []'] }

describe('an item is put at the end of a list, and every other byte stays', () => {
  const texts: Record<string, string> = {
    'a list that is not set in': 'repos:\n- repo: a\n  hooks:\n  - id: x\n',
    'a list that is set in': 'repos:\n    -   repo: a\n        hooks:\n        -   id: x\n',
    'with keys and comments around':
      '# top\nfail_fast: true\nrepos:\n  - repo: a # mine\n  # end\n\nci: {}\n',
    'a block scalar as its last value':
      'repos:\n  - repo: a\n    entry: |\n      one\n\n      two\n\nci: {}\n',
    'a folded one at the very end': 'repos:\n  - repo: a\n    entry: >-\n      one\n      two\n',
    'lines that end in CR LF': 'repos:\r\n- repo: a\r\nci: {}\r\n',
    'a document mark, quotes, unicode and anchors elsewhere':
      '---\nx: &x [1]\nrepos:\n- repo: "ü # no"\n  y: *x\n',
    'tags and a flow item': 'repos:\n- {repo: a, hooks: [{id: x}]}\n',
  }
  test.each(Object.entries(texts))('%s', async (_, text) => {
    const after = await withListBlock(text, BLOCK)
    expect(after).not.toBeNull()
    expect(withoutListBlock(after ?? '')).toBe(text)
    expect(parse(after ?? '').repos.at(-1)).toEqual({ repo: 'local', hooks: [] })
    expect(await withListBlock(after ?? '', BLOCK)).toBe(after)
    expect(listBlockIn(text)).toBeNull()
    expect(text.includes('\r') ? after?.replaceAll('\r\n', '') : '').not.toContain('\n')
  })

  test('a last line without an end gets one', async () => {
    const after = await withListBlock('repos:\n- repo: a', BLOCK)
    expect(withoutListBlock(after ?? '')).toBe('repos:\n- repo: a\n')
  })

  test('where it stands already, and somebody wrote below it, it stays where it is', async () => {
    const first = (await withListBlock('repos:\n- repo: a\n', BLOCK)) ?? ''
    const grown = `${first}- repo: b\n`
    expect(await withListBlock(grown, { ...BLOCK, lines: ['- repo: other'] })).toBe(
      grown.replace('- repo: local\n  hooks: []', '- repo: other'),
    )
  })
})

test.each([
  ['flow style', 'repos: [{repo: a}]\n'],
  ['an empty list', 'repos: []\n'],
  ['no list', 'ci: {}\n'],
  ['nothing', ''],
  ['an anchor on the list', 'repos: &all\n- repo: a\nagain: *all\n'],
  ['two documents', 'repos:\n- repo: a\n---\nrepos:\n- repo: b\n'],
  ['no YAML', 'repos:\n- repo: "a\n'],
  ['the list itself an alias', 'x: &x\n- repo: a\nrepos: *x\n'],
])('is left alone: %s', async (_, text) => {
  expect(await withListBlock(text, BLOCK)).toBeNull()
})
