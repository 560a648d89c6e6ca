import { writeEntry } from '../../adapters/store/journal.ts'
import type { GateAnswer, RefAnswer } from '../../domain/gate.ts'
import { type Allowed, tameReason, tameRemote } from '../../domain/journal.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { reviewId } from '../../domain/review.ts'
import { type Oid, short } from '../../domain/snapshot.ts'
import { WingmanError } from '../../errors.ts'
import { exceptionWords } from '../../gate-messages.ts'
import { askGate } from '../ask-gate.ts'
import { needPerson, whoIsCalling } from '../caller.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findPushed, needRemote, remoteFor } from '../find-pushed.ts'
import { paint, print, printJson } from '../io.ts'
import { findConfig } from '../use-config.ts'

export interface AllowOptions {
  reason?: string
  remote?: string
  json?: boolean
}

/**
 * `wingman gate allow [ref] --reason "…"`: opens the gate for exactly this tip, for one push, and says so in the journal. Refuses in
 * this order: nothing that could be pushed, nothing that is held, an agent, no terminal, no reason. A person sees what is held before
 * the reason is asked for.
 */
export async function gateAllow(name = 'HEAD', options: AllowOptions): Promise<number> {
  const project = openProject()
  if (options.remote !== undefined) needRemote(project, options.remote)
  const found = await findPushed(project, name)
  const remote = options.remote ?? remoteFor(project, found)
  const { answer, text } = await askGate(project, { remote, refs: [found.ref], paintNow: paint })
  const [ref] = answer.refs
  if (ref?.effect !== 'block') return nothingToOpen(answer, options)
  if (await isPersons(project, ref)) needPerson('open the gate', ONLY_A_PERSON)
  if (ref.commit === null) throw new Error('a ref that is deleted is never held')
  if (!options.json) print(text)
  const { ref: pushed, commit, loosened } = ref
  const allowed = await write(project, { commit, ref: pushed, remote, reason: reasonIn(options), loosened })
  if (options.json) printJson({ version: 1, exception: allowed, held: answer })
  else print(`\n${opened(allowed, commandOf(project))}`)
  return EXIT.fine
}

/** What a looser policy says of exceptions is part of what a person has to agree to. */
async function isPersons(project: Project, { gates, loosened }: RefAnswer): Promise<boolean> {
  const config = await findConfig(project)
  const holding = config?.gates.filter(({ name }) => gates.includes(name)) ?? []
  return loosened.length > 0 || holding.some(({ exceptions }) => exceptions === 'person')
}

function reasonIn({ reason = '' }: AllowOptions): string {
  const tamed = tameReason(reason)
  if (tamed !== '') return tamed
  throw new WingmanError({
    code: 'E_USAGE',
    message: 'An exception needs a reason, which is kept with your name.',
    hint: 'Write it as `wingman gate allow --reason "why this goes out as it is"`.',
  })
}

const ONLY_A_PERSON =
  'A person types it in a terminal of their own. An agent fixes what was found, or tells the person what is held and why it should go out.'

function nothingToOpen({ refs: [ref] }: GateAnswer, { json }: AllowOptions): number {
  const sentence = ref?.exception
    ? `It is open already, for one push: ${exceptionWords(ref.exception)}.`
    : 'Nothing is held here, so there is nothing to open.'
  if (json) printJson({ version: 1, exception: ref?.exception ?? null, note: sentence })
  else print(sentence)
  return EXIT.fine
}

interface Wanted {
  commit: Oid
  ref: string
  remote: string
  reason: string
  loosened: string[]
}

async function write({ at, door, ports }: Project, wanted: Wanted): Promise<Allowed> {
  const now = ports.clock.now()
  const allowed: Allowed = {
    version: 1,
    kind: 'allowed',
    id: reviewId(now, ports.nonce()),
    at: now.toISOString(),
    ...wanted,
    remote: tameRemote(wanted.remote),
    who: await whoIsCalling(door),
  }
  await writeEntry(at.journal, allowed)
  ports.log.info('exception.given', { exception: allowed.id, commit: allowed.commit })
  return allowed
}

const opened = ({ commit, ref, reason }: Allowed, command: string): string =>
  [
    paint().yellow(`Opened for one push of exactly ${short(commit)} (${oneLine(ref)}): "${reason}"`),
    'The first push of it that passes, a dry run too, uses it up. Another commit is held as before.',
    `It is in the journal with your name: ${command} gate report`,
  ].join('\n')
