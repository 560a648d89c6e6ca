// Writes the JSON Schemas from the zod ones; with --check, fails if they are not what they would be.
import { readFileSync, writeFileSync } from 'node:fs'
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url, { fsCache: false })
const { jsonSchemas } = await jiti.import('../src/config/json-schema.ts')

const stale = Object.entries(jsonSchemas()).filter(([name, text]) => {
  const file = new URL(`../schema/${name}`, import.meta.url)
  if (read(file) === text) return false
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  return true
})

const names = stale.map(([name]) => `schema/${name}`).join(', ')
if (stale.length === 0) console.log('The schemas are up to date.')
else if (!process.argv.includes('--check')) console.log(`Wrote ${names}.`)
else {
  console.error(`${names} would change. Run: npm run schema`)
  process.exitCode = 1
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
