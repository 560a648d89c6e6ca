import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/repository.ts'
import { COUNTS } from './counts.ts'

const CONTENDERS = 8

test(`${CONTENDERS} processes race for a dead lock, ${COUNTS.races} rounds: never two holders`, async () => {
  const contenders = await start(CONTENDERS)
  const folder = temporaryFolder()
  let fence = 0
  for (let round = 0; round < COUNTS.races; round += 1) {
    const won = await race(contenders, folder, round)
    expect(won, `round ${round}`).toHaveLength(1)
    expect(won[0], 'the fence only rises').toBeGreaterThan(fence)
    fence = won[0] ?? 0
    bury(folder, fence)
  }
})

test(`a contender that is stopped in the middle wakes up rounds later: never two holders, ${COUNTS.races} rounds`, async () => {
  const [stopped, ...others] = await start(CONTENDERS)
  if (!stopped) throw new Error('nobody to stop')
  const folder = temporaryFolder()
  const late = { won: 0, lost: 0 }
  for (let round = 0; round < COUNTS.races; round += 1) {
    const answer = ask(stopped, folder, round)
    // At another moment each time: before it looks, between looking and linking, after.
    if (round % 3 > 0) await pause(0)
    if (round % 3 > 1) await new Promise(setImmediate)
    stopped.kill('SIGSTOP')
    // Claims come, are given up and pruned while it sleeps. The last of them holds when it wakes.
    let holder: number | null = null
    for (let turn = 0; turn < 3; turn += 1) {
      const won = await race(others, folder, round)
      expect(won.length, `round ${round}`).toBeLessThanOrEqual(1)
      if (won.length === 0) break // the sleeper has it already
      holder = won[0] ?? null
      if (turn < 2 && holder) bury(folder, holder)
    }
    stopped.kill('SIGCONT')
    const fence = await answer
    expect([holder, fence].filter(Boolean).length, `round ${round}: ${holder} and ${fence}`).toBe(1)
    late[fence ? 'won' : 'lost'] += 1
    bury(folder, fence ?? holder ?? 0)
  }
  console.log(`the stopped contender had the lock in ${late.won} rounds, and not in ${late.lost}`)
})

async function start(number: number): Promise<ChildProcess[]> {
  const script = new URL('contender.mjs', import.meta.url).pathname
  const children = Array.from({ length: number }, () => fork(script, { execArgv: [] }))
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  await Promise.all(children.map(child => once(child, 'message')))
  return children
}

/** The fences of those who say that they have it. */
async function race(contenders: ChildProcess[], folder: string, round: number): Promise<number[]> {
  const answers = await Promise.all(contenders.map(child => ask(child, folder, round)))
  return answers.filter(fence => fence !== null)
}

async function ask(child: ChildProcess, folder: string, round: number): Promise<number | null> {
  const answer = once(child, 'message')
  child.send({ folder, round })
  const [{ fence }] = (await answer) as [{ fence: number | null }]
  return fence
}

/** As if its holder had died: what is left of the claim names nobody. */
function bury(folder: string, fence: number): void {
  const claim = join(folder, `claim.${fence}`)
  if (existsSync(claim)) writeFileSync(claim, '')
}
