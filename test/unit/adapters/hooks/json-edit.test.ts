import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withCommands, withoutCommands } from '../../../../src/adapters/hooks/hosts/simple-git-hooks-entry.ts'
import { withoutProperty, withProperty } from '../../../../src/adapters/hooks/json-edit.ts'
import { withoutPrepare, withPrepare } from '../../../../src/adapters/hooks/prepare-script.ts'

describe('a property', () => {
  const rows: [before: string, after: string][] = [
    ['{}', '{\n  "k": 1\n}'],
    ['{"a":1}', '{"a":1,"k":1}'],
    ['{ "a": 1 }', '{ "a": 1, "k": 1 }'],
    ['{\n\t"a" : 1\n}\n', '{\n\t"a" : 1,\n\t"k" : 1\n}\n'],
    ['{\r\n    "a": {}\r\n}', '{\r\n    "a": {},\r\n    "k": 1\r\n}'],
    ['{\n  "a": 1, "b": 2\n}', '{\n  "a": 1, "b": 2, "k": 1\n}'],
  ]
  test.each(rows)('%j', (before, after) => {
    expect(withProperty(before, ['k'], '1')).toBe(after)
    expect(withoutProperty(after, ['k'])).toBe(before)
  })

  test('goes with its comma, wherever somebody has moved it since', () => {
    expect(withoutProperty('{\n  "k": 1,\n  "a": 2\n}', ['k'])).toBe('{\n  "a": 2\n}')
    expect(withoutProperty('{ "a": 1, "k": 1, "b": 2 }', ['k'])).toBe('{ "a": 1, "b": 2 }')
    expect(withoutProperty('{ "a": 1 }', ['k'])).toBe('{ "a": 1 }')
  })
})

describe('a prepare script', () => {
  const rows: Record<string, [before: string, script: string]> = {
    'no scripts': ['{\n  "name": "p"\n}\n', 'wingman install 2>/dev/null || exit 0'],
    'other scripts': ['{\n  "scripts": {\n    "test": "x"\n  }\n}', 'wingman install 2>/dev/null || exit 0'],
    'one of theirs': [
      '{ "scripts": { "prepare": "husky \\u0026\\u0026 \\"a\\"" } }',
      'husky && "a" && (wingman install 2>/dev/null || exit 0)',
    ],
  }
  test.each(Object.entries(rows))('%s', (_, [before, script]) => {
    const after = withPrepare(before)
    expect(JSON.parse(after).scripts.prepare).toBe(script)
    expect(withPrepare(after)).toBe(after)
    expect(withoutPrepare(after)).toBe(before)
  })

  test('that installs the hooks already stays theirs', () => {
    const text = '{ "scripts": { "prepare": "npx wingman install --agents claude" } }'
    expect(withPrepare(text)).toBe(text)
    expect(withoutPrepare(text)).toBe(text)
  })

  test('that was written around since loses only our part', () => {
    const text = withPrepare('{ "scripts": { "prepare": "a" } }').replace('exit 0)', 'exit 0) && b')
    expect(JSON.parse(withoutPrepare(text)).scripts.prepare).toBe('a && b')
  })
})

describe('commands for simple-git-hooks', () => {
  test('ours stands before theirs, and an older one is replaced where it stands', () => {
    const text = '{ "pre-push": "npm test", "preserveUnused": true }'
    const after = withCommands(text)
    expect(JSON.parse(after)['pre-push']).toMatch(/^: '>>> wingman'; .*; : '<<< wingman'; npm test$/)
    expect(Object.keys(JSON.parse(after)).slice(0, 2)).toEqual(['pre-push', 'preserveUnused'])
    const older = after.replace(/(: '>>> wingman';)[^']*?(wingman=)/g, '$1 older; $2')
    expect(older).not.toBe(after)
    expect(withCommands(older)).toBe(after)
    expect(withoutCommands(older)).toBe(text)
  })

  test('in package.json nothing else is looked at', () => {
    const text = '{\n\t"scripts": { "pre-push": "x" },\n\t"simple-git-hooks": {}\n}\n'
    const after = JSON.parse(withCommands(text))
    expect(after.scripts).toEqual({ 'pre-push': 'x' })
    expect(Object.keys(after['simple-git-hooks'])).toHaveLength(5)
    expect(withoutCommands(withCommands(text))).toBe(text)
  })

  test('a script that was made of it loses our part too', () => {
    expect(withoutCommands(`#!/bin/sh\n: '>>> wingman'; anything; : '<<< wingman'; npm test`)).toBe(
      '#!/bin/sh\nnpm test',
    )
  })
})

test('whatever package.json is like, taking ours out gives its bytes back', () => {
  const word = fc.string({ maxLength: 8 }).map(text => `x${text}`)
  const command = fc.oneof(
    fc.string(),
    fc.constant(''),
    fc.constantFrom('npm test', 'a "b" \\ $c', 'one\ntwo'),
  )
  const hooks = fc.dictionary(fc.constantFrom('pre-push', 'post-commit', 'pre-commit'), command, {
    noNullPrototype: true,
  })
  const scripts = fc.dictionary(fc.constantFrom('test', 'prepare', 'build'), command.filter(Boolean), {
    minKeys: 1,
    noNullPrototype: true,
  })
  const others = fc.dictionary(word, fc.jsonValue(), { maxKeys: 3, noNullPrototype: true })
  const layout = fc.tuple(
    fc.constantFrom(0, 1, 2, 4, '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n', '\n\n', ' '),
  )
  fc.assert(
    fc.property(others, hooks, fc.option(scripts), layout, (first, config, named, [indent, eol, end]) => {
      const json = { ...first, name: 'p', ...(named ? { scripts: named } : {}), 'simple-git-hooks': config }
      const text = JSON.stringify(json, null, indent).replaceAll('\n', eol) + end
      const after = withPrepare(withCommands(text))
      expect(withPrepare(withCommands(after))).toBe(after)
      expect(withoutPrepare(withoutCommands(after))).toBe(text)
      expect(JSON.parse(after)).toMatchObject(JSON.parse(JSON.stringify(first)))
    }),
    { numRuns: 300 },
  )
})
