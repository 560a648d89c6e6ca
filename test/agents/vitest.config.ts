import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'

// The real CLIs of the agents, hundreds of megabytes of them, against a model on loopback: a suite of its own.
export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...usual.test,
    // One at a time: each is a program the size of a browser, and what is measured is time.
    maxWorkers: 1,
    globalSetup: ['test/agents/install.ts'],
    include: ['test/agents/**/*.test.ts'],
  },
})
