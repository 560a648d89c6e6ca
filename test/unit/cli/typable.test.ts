import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typable } from '../../../src/cli/typable.ts'
import { packageFile } from '../../../src/package.ts'

const typed = (text: string) => typable(text, 'npx wingman')

test('a command becomes what can be typed here, wherever it begins', () => {
  expect(typed('Write one with `wingman init`.')).toBe('Write one with `npx wingman init`.')
  expect(typed('More: wingman findings')).toBe('More: npx wingman findings')
  expect(typed('wingman status')).toBe('npx wingman status')
  expect(typed('Add this:\n  wingman doctor --fix')).toBe('Add this:\n  npx wingman doctor --fix')
  expect(typed('`rm a && wingman install`')).toBe('`rm a && npx wingman install`')
})

test('the name in a sentence stays a name, and what is typed already stays as it is', () => {
  for (const text of [
    'There is no wingman config in /a/b.',
    'Both wingman status lines and a wingman log are kept.',
    '`npx wingman install`, `node_modules/.bin/wingman install`, `npm i git-wingman install`',
  ])
    expect(typed(text)).toBe(text)
})

test('a path with a dollar in it is no pattern', () => {
  expect(typable('`wingman init`', "node '/a/$&/b'")).toBe("`node '/a/$&/b' init`")
})

test('every command of ours is known as one', () => {
  const program = readFileSync(packageFile('src', 'cli', 'program.ts'), 'utf8')
  const names = [...program.matchAll(/\bprogram\s*\.command\('([a-z]+)/g)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(15)
  for (const name of names.filter(name => name !== 'hook'))
    expect(typed(`\`wingman ${name}\``)).toBe(`\`npx wingman ${name}\``)
})
