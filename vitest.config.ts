import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { 'git-wingman': fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
  test: {
    // Real git in temporary repositories: a machine under load may be slow, which is no failure.
    // Most of a test's time goes into waiting for git and for workers, so more of them than cores keeps the cores busy.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    globalSetup: ['test/support/build-once.ts'],
    reporters: ['default', fileURLToPath(new URL('test/support/skipped-reporter.ts', import.meta.url))],
    setupFiles: ['test/support/isolate.ts'],
    include: ['test/{unit,integration,types}/**/*.test.ts'],
  },
})
