import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'

// Every numbered case of the installer, and every host with its real tool: a suite of its own, for its length.
export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { ...usual.test, include: ['test/install/**/*.test.ts'] },
})
