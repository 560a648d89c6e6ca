import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openLedger } from '../../../../src/adapters/store/ledger.ts'
import { temporaryFolder } from '../../../support/repository.ts'

const NOON = { now: () => new Date('2026-11-19T12:00:00.000Z') }
const budget = { perReviewer: null, perReview: null, perDay: 1, tokensPerReview: 1_000, tokensPerDay: 1_000 }
const by = { spender: { review: 'r', reviewer: 'c' }, model: 'fast', budget }
const dollars = (amount: number) => ({ dollars: amount, tokens: 0 })
const cost = (amount: number) => ({ dollars: amount, inputTokens: 10, outputTokens: 1 })

function ledger(folder = temporaryFolder()) {
  return { folder, ...openLedger(folder, NOON) }
}

test('what was set aside and not spent is there again', async () => {
  const { folder, reserve } = ledger()
  const first = await reserve(by, [dollars(0.8)])
  if ('refused' in first) throw new Error(first.refused)
  expect(await openLedger(folder, NOON).reserve(by, [dollars(0.8)])).toMatchObject({
    refused: expect.stringContaining('perDay'),
  })
  await first.settle(cost(0.1))
  expect(await reserve(by, [dollars(0.8)])).not.toHaveProperty('refused')
})

test('a call waits for those of the same process, which may take less than was set aside', async () => {
  const { reserve } = ledger()
  const first = await reserve(by, [dollars(0.8)])
  if ('refused' in first) throw new Error(first.refused)
  setTimeout(() => void first.settle(cost(0.1)), 200)
  expect(await reserve(by, [dollars(0.8)])).not.toHaveProperty('refused')
})

test('whoever can do with less gets less', async () => {
  const { reserve } = ledger()
  expect(await reserve(by, [dollars(1.5), dollars(0.4)])).toMatchObject({ amount: dollars(0.4) })
})

test('a call that nobody came back from counts in full; a half written line counts nothing', async () => {
  const { folder, reserve } = ledger()
  await reserve(by, [dollars(0.9)])
  writeFileSync(join(folder, '2026-11-19', 'x.reserved.json'), '{"version":1,"amount"')
  const later = openLedger(folder, NOON)
  expect(await later.reserve(by, [dollars(0.2)])).toHaveProperty('refused')
  expect(await later.reserve(by, [dollars(0.1)])).not.toHaveProperty('refused')
})

test('a model without a price that tells what it cost counts in tokens and in dollars', async () => {
  const { reserve } = ledger()
  const spend = async (tokens: number, dollars: number) => {
    const reserved = await reserve(by, [{ dollars: 0, tokens }])
    if ('refused' in reserved) return reserved.refused
    return reserved.settle({ dollars, inputTokens: 100, outputTokens: 50 })
  }
  expect(await spend(200, 0.4)).toBeUndefined()
  expect(await spend(900, 0.1)).toContain('tokens')
  expect(await spend(200, 0.5)).toBeUndefined()
  expect(await spend(200, 0.1)).toContain('`budget.perDay` is $1.00')
  expect(await ledger().reserve(by, [{ dollars: 0, tokens: 200 }])).not.toHaveProperty('refused')
})

test.each([
  ['less than nothing', { amount: { dollars: -5, tokens: 0 } }],
  ['a cost in words', { amount: dollars(0.9), cost: { dollars: 'none', inputTokens: 1, outputTokens: 1 } }],
])('an entry that was damaged makes no room: %s', async (_, damage) => {
  const { folder, reserve } = ledger()
  await reserve(by, [dollars(0.9)])
  const day = join(folder, '2026-11-19')
  const [name = ''] = readdirSync(day)
  const entry = JSON.parse(readFileSync(join(day, name), 'utf8'))
  writeFileSync(join(day, name.replace('reserved', 'settled')), JSON.stringify({ ...entry, ...damage }))
  expect(await openLedger(folder, NOON).reserve(by, [dollars(0.2)])).toHaveProperty('refused')
})

test('the next day begins anew, and a review over midnight goes on', async () => {
  const { folder, reserve } = ledger()
  await reserve(by, [dollars(1)])
  const tomorrow = () => openLedger(folder, { now: () => new Date('2026-11-20T00:01:00.000Z') })
  expect(await tomorrow().reserve(by, [dollars(0.5)])).not.toHaveProperty('refused')
  const narrow = { ...by, budget: { ...budget, perReview: 1.5 } }
  expect(await tomorrow().reserve(narrow, [dollars(0.1)])).toMatchObject({
    refused: expect.stringContaining('perReview'),
  })
})

test('processes at work side by side never go beyond it together, and lose nothing', async () => {
  const folder = temporaryFolder()
  const script = join(folder, 'spend.ts')
  const url = new URL('../../../../src/adapters/store/ledger.ts', import.meta.url)
  writeFileSync(
    script,
    `import { openLedger } from ${JSON.stringify(fileURLToPath(url))}
const ledger = () => openLedger(${JSON.stringify(join(folder, 'spending'))}, { now: () => new Date('2026-11-19T12:00:00.000Z') })
const by = ${JSON.stringify(by)}
let held = 0
for (let i = 0; i < 12; i++) if ('amount' in (await ledger().reserve(by, [{ dollars: 0.05, tokens: 0 }]))) held++
console.log(held)
`,
  )
  const jiti = fileURLToPath(new URL('../../../../node_modules/.bin/jiti', import.meta.url))
  const ran = await Promise.all([1, 2, 3].map(() => promisify(execFile)(jiti, [script])))
  const held = ran.reduce((sum, { stdout }) => sum + Number(stdout), 0)
  expect(held).toBeLessThanOrEqual(20)
  expect(held).toBeGreaterThan(10)
  const names = readdirSync(join(folder, 'spending', '2026-11-19'))
  const settled = names.filter(name => name.endsWith('.settled.json')).length
  expect(names.filter(name => name.endsWith('.reserved.json')).length - settled).toBe(held)
})
