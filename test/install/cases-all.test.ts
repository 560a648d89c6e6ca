import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const HERE = new URL('.', import.meta.url)
const CASES = 48

test('every numbered case of the installer has a test', () => {
  const files = readdirSync(HERE).filter(name => /^cases-.+\.test\.ts$/.test(name))
  const text = files.map(name => readFileSync(new URL(name, HERE), 'utf8')).join('\n')
  const found = new Set([...text.matchAll(/['"`]case (\d+): /g)].map(([, number]) => Number(number)))
  const due = Array.from({ length: CASES }, (_, at) => at + 1)
  expect(due.filter(number => !found.has(number))).toEqual([])
  expect([...found].filter(number => !due.includes(number))).toEqual([])
})
