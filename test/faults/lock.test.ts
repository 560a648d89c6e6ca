import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../support/repository.ts'
import { COUNTS } from './counts.ts'

const CONTENDERS = 8

test(`${CONTENDERS} processes race for the lock of one that was killed, ${COUNTS.races} rounds: never two holders`, async () => {
  const field = await startField(CONTENDERS)
  const folder = temporaryFolder()
  let fence = 0
  for (let round = 0; round < COUNTS.races; round += 1) {
    const won = await race(field.contenders, folder)
    expect(
      won.map(({ contender }) => contender.pid),
      `round ${round}`,
    ).toHaveLength(1)
    expect(won[0]?.fence, 'the fence only rises').toBeGreaterThan(fence)
    fence = won[0]?.fence ?? 0
    await field.kill(won[0]?.contender)
  }
  expect(claimsIn(folder), 'what is old is pruned').toEqual([`claim.${fence}`])
})

test(`a contender that is stopped in the middle wakes up holders later: never two of them, ${COUNTS.races} rounds`, async () => {
  const field = await startField(CONTENDERS)
  const folder = temporaryFolder()
  const late = { won: 0, lost: 0 }
  for (let round = 0; round < COUNTS.races; round += 1) {
    const [stopped, ...others] = field.contenders
    if (!stopped) throw new Error('nobody to stop')
    const answer = ask(stopped, { folder })
    // At another moment each time: before it looks, between looking and linking, after.
    if (round % 3 > 0) await pause(0)
    if (round % 3 > 1) await new Promise(setImmediate)
    stopped.kill('SIGSTOP')
    const holder = await changeHands(field, others, { folder, round })
    stopped.kill('SIGCONT')
    const fence = await answer
    const holding = [holder, fence === null ? null : { contender: stopped, fence }].filter(it => it !== null)
    expect(
      holding.map(it => it.fence),
      `round ${round}`,
    ).toHaveLength(1)
    late[fence === null ? 'lost' : 'won'] += 1
    await field.kill(holding[0]?.contender)
  }
  console.log(`the stopped contender had the lock in ${late.won} rounds, and not in ${late.lost}`)
})

interface Winner {
  contender: ChildProcess
  fence: number
}

/** While the sleeper sleeps, claims come and are pruned: the first holder is killed, the second lets go, the third holds when it wakes. */
async function changeHands(
  field: Field,
  others: ChildProcess[],
  { folder, round }: { folder: string; round: number },
): Promise<Winner | null> {
  let racing = others
  for (const end of ['killed', 'released', 'holds'] as const) {
    const won = await race(racing, folder)
    expect(won.length, `round ${round}`).toBeLessThanOrEqual(1)
    const [winner] = won
    if (!winner) return null // the sleeper has it already
    if (end === 'holds') return winner
    if (end === 'released') await ask(winner.contender, { release: true })
    else {
      await field.kill(winner.contender)
      racing = racing.filter(it => it !== winner.contender)
    }
  }
  return null
}

interface Field {
  contenders: ChildProcess[]
  /** As the system does when memory runs out; somebody else takes its place. Gone when this returns. */
  kill(contender: ChildProcess | undefined): Promise<void>
}

async function startField(number: number): Promise<Field> {
  const script = fileURLToPath(new URL('contender.mjs', import.meta.url))
  const cache = temporaryFolder()
  const all: ChildProcess[] = []
  onTestFinished(() => {
    for (const child of all) child.kill('SIGKILL')
  })
  const start = async () => {
    const child = fork(script, [cache], { execArgv: [] })
    all.push(child)
    await once(child, 'message')
    return child
  }
  const contenders = [await start()]
  while (contenders.length < number) contenders.push(await start())
  // Somebody is always on the way: starting takes longer than a race.
  let next = start()
  return {
    contenders,
    async kill(contender) {
      if (!contender) return
      const gone = once(contender, 'exit')
      contender.kill('SIGKILL')
      await gone
      contenders.splice(contenders.indexOf(contender), 1, await next)
      next = start()
    },
  }
}

/** Who says that they have it. */
async function race(contenders: readonly ChildProcess[], folder: string): Promise<Winner[]> {
  const answers = await Promise.all(
    contenders.map(async contender => ({ contender, fence: await ask(contender, { folder }) })),
  )
  return answers.flatMap(({ contender, fence }) => (fence === null ? [] : [{ contender, fence }]))
}

async function ask(
  child: ChildProcess,
  what: { folder: string } | { release: true },
): Promise<number | null> {
  const answer = once(child, 'message')
  child.send(what)
  const [{ fence }] = (await answer) as [{ fence: number | null }]
  return fence
}

const claimsIn = (folder: string): string[] => readdirSync(folder).filter(name => name.startsWith('claim.'))
