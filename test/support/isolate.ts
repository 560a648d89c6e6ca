import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

// No test may read or write the settings of whoever runs it, or be steered by the repository it is started from.
for (const name of Object.keys(process.env)) {
  if (/^(GIT_|WINGMAN|CLAUDE|CODEX_|COPILOT_|GEMINI_|OPENCODE|CURSOR_)/.test(name)) delete process.env[name]
}
// Costs Node 20 about 50 ms a start, and no test talks to anything but loopback.
delete process.env.NODE_EXTRA_CA_CERTS
// A run in CI must behave as one on a desk; what `CI` changes has tests that set it.
delete process.env.CI

// A change is judged by what it does, not by the luck of a draw: CI names a seed, a desk draws new ones each time.
if (process.env.PROPERTY_SEED) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed: Number(process.env.PROPERTY_SEED) })
}

const home = mkdtempSync(join(tmpdir(), 'wingman-home-'))
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
process.env.HOME = home
process.env.XDG_CONFIG_HOME = join(home, '.config')
process.env.GIT_CONFIG_NOSYSTEM = '1'
process.env.GIT_AUTHOR_NAME = process.env.GIT_COMMITTER_NAME = 'Test'
process.env.GIT_AUTHOR_EMAIL = process.env.GIT_COMMITTER_EMAIL = 'test@localhost'
process.env.NO_COLOR = '1'

// As it is for somebody who installed it for all their repositories: the commands that it prints can be typed.
const bin = join(home, 'bin')
const entry = fileURLToPath(new URL('../../dist/wingman.js', import.meta.url))
mkdirSync(bin)
writeFileSync(join(bin, 'wingman'), `#!/bin/sh\nexec node '${entry}' "$@"\n`, { mode: 0o755 })
process.env.PATH = `${bin}${delimiter}${process.env.PATH}`
