import { spawn } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { systemClock } from '../../../../src/adapters/clock.ts'
import { openLog } from '../../../../src/adapters/store/log.ts'
import { LARGEST_LOG, logLines } from '../../../../src/adapters/store/rotate-log.ts'
import { readLogLine } from '../../../../src/domain/log-line.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const PADDING = 'x'.repeat(150)

test('of processes that write and put the log away at once, no line is lost and none is mixed', async () => {
  const folder = temporaryFolder()
  const writers = 6
  const each = 1600
  await Promise.all(Array.from({ length: writers }, (_, nth) => write(folder, nth, each)))
  const entries = logLines(folder).map(readLogLine)
  expect(entries.filter(entry => entry === null)).toEqual([])
  const told = entries.map(entry => `${entry?.facts.writer}.${entry?.facts.line}`)
  expect(new Set(told).size).toBe(writers * each)
  expect(told.length).toBe(writers * each)
  expect(readdirSync(folder).length).toBeGreaterThan(2)
})

test('it stays within its size, and the newest lines are there', () => {
  const folder = temporaryFolder()
  const log = openLog(folder, systemClock)
  for (let line = 0; line < 25_000; line += 1) log.info('x', { line, PADDING })
  const size = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  expect(size).toBeLessThan(4 * LARGEST_LOG)
  expect(size).toBeGreaterThan(2 * LARGEST_LOG)
  const lines = logLines(folder).map(line => readLogLine(line)?.facts.line)
  expect(lines.at(-1)).toBe(24_999)
  expect(lines).toEqual(lines.map((_, nth) => 25_000 - lines.length + nth))
})

test('where nothing can be written, nothing is said', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => openLog(join(file, 'logs'), systemClock).error('x')).not.toThrow()
})

/** In a process of its own. */
function write(folder: string, writer: number, lines: number): Promise<unknown> {
  const source = fileURLToPath(new URL('../../../../src/adapters/store/log.ts', import.meta.url))
  const script = `
    import { createJiti } from 'jiti'
    const { openLog } = await createJiti(import.meta.url, { fsCache: false }).import(${JSON.stringify(source)})
    const log = openLog(${JSON.stringify(folder)}, { now: () => new Date() })
    for (let line = 0; line < ${lines}; line += 1) log.info('x', { writer: ${writer}, line, padding: '${PADDING}' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  return new Promise((resolve, reject) =>
    child.on('close', code => (code === 0 ? resolve(code) : reject(code))),
  )
}
