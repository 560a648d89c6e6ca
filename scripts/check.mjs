import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** `npm run check`: everything that can be said about the code without running it. All of it runs, then the sum is told. */
const CHECKS = {
  types: ['tsc', '--noEmit'],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  unused: ['knip'],
  schema: ['node', 'scripts/schema.mjs', '--check'],
  build: ['npm', 'run', '-s', 'build'],
  publint: ['publint', '--strict'],
  attw: ['attw', '--pack', '.', '--profile', 'esm-only'],
}

const bin = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
const failed = Object.entries(CHECKS).filter(([name, [command, ...args]]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
  if (status !== 0) console.log(stdout + stderr)
  return status !== 0
})
console.log(failed.length > 0 ? `${failed.length} of the checks failed` : 'all checks passed')
process.exitCode = failed.length > 0 ? 1 : 0
