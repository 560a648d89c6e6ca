import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import { COUNTS, IS_FULL } from './counts.ts'

console.log(
  `Faults with ${IS_FULL ? 'the full counts' : 'FEWER COUNTS than npm run test:faults has'}: ${JSON.stringify(COUNTS)}`,
)

// Processes are killed, stopped and starved here: few at a time, and with patience.
export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { ...usual.test, include: ['test/faults/**/*.test.ts'], maxWorkers: 2, testTimeout: 1_800_000 },
})
