import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'

// Every way to push that we know of, and random histories against a slow oracle: a suite of its own, for its length.
export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { ...usual.test, include: ['test/gate/**/*.test.ts'] },
})
