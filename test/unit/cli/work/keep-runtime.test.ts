import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepRuntime } from '../../../../src/cli/work/keep-runtime.ts'
import { temporaryFolder } from '../../../support/repository.ts'

test('30 a recorded node that is gone is recorded anew by the one that was found', async () => {
  const runtime = join(temporaryFolder(), 'runtime')
  const entry = import.meta.filename
  const keep = () => keepRuntime({ at: { runtime } } as Parameters<typeof keepRuntime>[0])
  writeFileSync(runtime, `/gone/node\n${entry}\n`)
  await keep()
  expect(readFileSync(runtime, 'utf8')).toBe(`${process.execPath}\n${entry}\n`)

  writeFileSync(runtime, `/bin/sh\n${entry}\n`)
  await keep()
  expect(readFileSync(runtime, 'utf8')).toBe(`/bin/sh\n${entry}\n`)
})
