import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The story and the unit tests on every Node that we promise to run on, each taken from npm. `npm test` runs on the one at hand.
const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24', '26']
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wingman-nodes-'))

try {
  for (const version of VERSIONS) {
    const bin = install(version)
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
    run('node', ['--version'], env)
    run('node', ['scripts/demo.mjs'], env, { quiet: true })
    run('node', ['node_modules/vitest/vitest.mjs', 'run', 'test/unit', 'test/integration/story.test.ts'], env)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function install(version) {
  const prefix = join(folder, version)
  run('npm', ['install', '--silent', '--no-save', '--prefix', prefix, `node@${version}`], process.env)
  return join(prefix, 'node_modules', 'node', 'bin')
}

function run(command, args, env, { quiet = false } = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  })
  if (status === 0) return
  throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}
