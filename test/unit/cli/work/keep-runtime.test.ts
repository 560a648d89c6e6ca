import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
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

test('29 a recorded node that is too old by now is recorded anew by the one that it handed over to', async () => {
  const runtime = join(temporaryFolder(), 'runtime')
  const entry = import.meta.filename
  const old = realpathSync('/bin/sh')
  const keep = () => keepRuntime({ at: { runtime } } as Parameters<typeof keepRuntime>[0], old)
  writeFileSync(runtime, `/bin/sh\n${entry}\n`)
  await keep()
  expect(readFileSync(runtime, 'utf8')).toBe(`${process.execPath}\n${entry}\n`)
})
