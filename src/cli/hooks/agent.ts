import { existsSync, fstatSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../adapters/clock.ts'
import { noteAnswer } from '../../adapters/desk/unanswered.ts'
import { locate, quickStandpoint } from '../../adapters/git/locate.ts'
import { hear, PROTOCOLS } from '../../adapters/hooks/protocols/index.ts'
import type { Heard } from '../../adapters/hooks/protocols/protocol.ts'
import { codeOf, namesIn } from '../../adapters/store/files.ts'
import { layout } from '../../adapters/store/layout.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import { openLog } from '../../adapters/store/log.ts'
import { readNoted } from '../../adapters/store/noted.ts'
import { switchedOff } from '../../adapters/store/switch.ts'
import type { AgentName } from '../../domain/agent-name.ts'
import { notedText } from '../../domain/unannounced.ts'
import { shareFiles } from '../share-files.ts'
import type { AtHand, Rest } from './at-hand.ts'
import { wordsFor } from './words-for.ts'

/**
 * What an agent's hook calls: state is read, an answer given in that agent's own way. Whatever fails here stays silent, since it is
 * the person's prompt, and ends with 0, which no agent takes for anything but a yes.
 */
export async function agentHook(
  agent: AgentName,
  [event = '']: readonly string[],
  rest: () => Promise<Rest>,
): Promise<number> {
  if (process.env.WINGMAN_CHILD || process.env.WINGMAN === '0') return 0
  try {
    await answer(agent, event, rest)
  } catch {
    // The findings stay where they are; the gate knows of them.
  }
  return 0
}

async function answer(agent: AgentName, event: string, rest: () => Promise<Rest>): Promise<void> {
  const payload = whatItSays()
  const heard = hear(agent, event, payload)
  const hand = heard && atHand(rest)
  if (!hand || switchedOff(hand.at)) return
  await noteSigns(hand, heard, { name: `heard-${agent}-${event}-${process.pid}`, payload })
  // What an agent has committed past our hooks is told of at once; who has typed something gets the answer first.
  const isTyped = heard.moment === 'prompt'
  if (!isTyped) await noticeMove(hand)
  const words = await wordsFor(hand, agent, heard)
  const said = words && PROTOCOLS[agent].answer(heard.moment, words)
  if (said) say(`${JSON.stringify(said)}\n`)
  if (isTyped) await noticeMove(hand)
  await wakeWorker(hand)
}

interface Said {
  name: string
  payload: string
}

/** What the agent tells of itself: put aside, as sh does it, and taken in where nobody waits. And by having deleted its report. */
async function noteSigns({ at, log, clock, rest }: AtHand, { moment }: Heard, said: Said): Promise<void> {
  if (moment !== 'after-tool') writeFileSync(join(at.own, said.name), said.payload, { mode: 0o600 })
  if (moment.startsWith('session')) await (await rest()).takeHeard()
  const review = await noteAnswer(at, clock.now()).catch(() => null)
  if (review) log.info('review.acknowledged', { review })
}

function atHand(rest: () => Promise<Rest>): AtHand | null {
  const paths = locate(process.cwd())
  if (!paths) return null
  const at = layout(paths)
  shareFiles(at)
  const log = openLog(at.logs, systemClock)
  return { paths, at, log, clock: systemClock, rest }
}

/** Nearly always HEAD stands where it was noted to stand, and no more has to be read. */
async function noticeMove({ at, paths, rest }: AtHand): Promise<void> {
  if (!existsSync(at.runtime)) return
  const [here, noted] = [quickStandpoint(paths), await readNoted(at)]
  const isSame = here && noted && noted !== 'damaged' && notedText(here) === notedText(noted)
  // By its request's name: a commit that was asked for is noted only when it was reviewed.
  const isAskedFor = async () =>
    (await namesIn(at.queue)).some(name => here?.commit && name.includes(here.commit))
  if (!isSame && !(await isAskedFor())) await (await rest()).noticeMove()
}

async function wakeWorker({ at, rest }: AtHand): Promise<void> {
  const isWaitedFor = (await namesIn(at.queue)).length > 0
  if (isWaitedFor && (await heldBy(at.lock)) === null) await (await rest()).wakeWorker()
}

/** Past the stream, which takes Node two milliseconds to load, unless somebody reads slowly. */
function say(text: string): void {
  const bytes = Buffer.from(text)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written)
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') process.stdout.write(bytes.subarray(written))
  }
}

/** At once, as everything on this path. Nobody types a payload by hand. */
function whatItSays(): string {
  try {
    if (fstatSync(0).isCharacterDevice()) return ''
    return readFileSync(0, 'utf8')
  } catch {
    return ''
  }
}
