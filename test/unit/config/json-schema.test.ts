import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { jsonSchemas } from '../../../src/config/json-schema.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

test.each(Object.entries(jsonSchemas()))(
  'schema/%s is what the schema says (npm run schema)',
  (name, text) => {
    expect(readFileSync(at(`schema/${name}`), 'utf8')).toBe(text)
  },
)

test('the script agrees', () => {
  const { status, stdout } = spawnSync(process.execPath, [at('scripts/schema.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'The schemas are up to date.\n' })
})

test('every option has its sentence', () => {
  const without: string[] = []
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') {
        for (const [name, option] of Object.entries(value as Record<string, { description?: string }>)) {
          if (!option.description) without.push(`${path}.${name}`)
        }
      }
      visit(value, key === 'properties' ? path : `${path}.${key}`)
    }
  }
  visit(JSON.parse(jsonSchemas()['config.schema.json'] ?? ''), '')
  expect(without).toEqual([])
})
