import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'

// The installer against real hook managers: a suite of its own, for its length.
export default defineConfig({
  ...usual,
  root: new URL('../..', import.meta.url).pathname,
  test: { ...usual.test, include: ['test/install/**/*.test.ts'] },
})
