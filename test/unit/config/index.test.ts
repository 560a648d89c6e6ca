import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as api from '../../../src/index.ts'
import { minimal } from '../../support/config-folder.ts'

test('the public surface is one function, which hands back what it was given', () => {
  expect(Object.keys(api)).toEqual(['defineConfig'])
  const config = { loops: { basics: { reviewers: ['rules' as const] } } }
  expect(api.defineConfig(config)).toBe(config)
  expect(config).toEqual(minimal)
})

test('nothing that it or its types are made of knows zod', () => {
  const seen = new Set<string>()
  const follow = (file: URL): void => {
    if (seen.has(file.href)) return
    seen.add(file.href)
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from '([^']+)'/g)) {
      expect(from, file.href).toMatch(/^\./)
      follow(new URL(from, file))
    }
  }
  follow(new URL('../../../src/index.ts', import.meta.url))
  expect(seen.size).toBeGreaterThan(3)
})
