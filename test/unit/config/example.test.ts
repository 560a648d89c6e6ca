import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { loadConfig } from '../../../src/config/load.ts'
import { configSchema } from '../../../src/config/schema.ts'
import { folderWith } from '../../support/config-folder.ts'

const EXAMPLE = new URL('../../../wingman.config.example.ts', import.meta.url)

async function example(): Promise<unknown> {
  const root = folderWith({ 'wingman.config.ts': readFileSync(EXAMPLE, 'utf8') })
  return (await loadConfig(root))?.document
}

test('the example is a config', async () => {
  expect(configSchema.safeParse(await example()).error?.issues ?? []).toEqual([])
})

test('the example shows every option', async () => {
  // `$schema` is for JSON and YAML, where no types help the editor.
  const options = optionsOf(configSchema).filter(option => option !== '$schema')
  const shown = new Set(keysOf(await example()))
  expect(options.length).toBeGreaterThan(40)
  expect(options.filter(option => !shown.has(option))).toEqual([])
})

/** `gates.*.requires` and so on, of everything that can be written. */
function optionsOf(schema: unknown, path: string[] = []): string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(option => optionsOf(option, path))
  if (schema instanceof z.ZodRecord) return optionsOf(schema.valueType, [...path, '*'])
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, value]) => [
      [...path, key].join('.'),
      ...optionsOf(value, [...path, key]),
    ])
  }
  const wrapped = [z.ZodOptional, z.ZodDefault, z.ZodPrefault, z.ZodReadonly].some(
    kind => schema instanceof kind,
  )
  return wrapped ? optionsOf((schema as z.ZodOptional).unwrap(), path) : []
}

const NAMED = ['models', 'reviewers', 'loops', 'gates']

function keysOf(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, path.length === 1 && NAMED.includes(path[0] ?? '') ? '*' : key]
    return [at.join('.'), ...keysOf(inner, at)]
  })
}
