import type { RefAnswer } from '../../domain/gate.ts'
import { gateDocument } from '../../domain/gate-document.ts'
import { exceptionWords, refName } from '../../gate-messages.ts'
import { askGate } from '../ask-gate.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { type Found, findPushed, needRemote } from '../find-pushed.ts'
import { paint, print, printJson } from '../io.ts'

export interface GateOptions {
  remote?: string
  json?: boolean
}

/** `wingman gate [refs…]`: the question of pre-push, asked by hand. */
export async function gate(names: string[], { remote, json }: GateOptions): Promise<number> {
  const project = openProject()
  if (remote !== undefined) needRemote(project, remote)
  const found = once(
    await Promise.all((names.length > 0 ? names : ['HEAD']).map(name => findPushed(project, name))),
  )
  const target = remote ?? found[0]?.remote ?? 'origin'
  const refs = found.map(({ ref }) => ref)
  const { answer, text } = await askGate(project, { remote: target, refs, paintNow: paint, onlyAsked: true })
  if (json) printJson(gateDocument(answer))
  else print(text || open(answer.refs.map(whyOpen)))
  return answer.allowed ? EXIT.fine : EXIT.held
}

/** The same ref by two names is asked for once. */
const once = (found: Found[]): Found[] =>
  found.filter(
    ({ ref }, at) =>
      at === found.findIndex(other => other.ref.remoteRef === ref.remoteRef && other.ref.local === ref.local),
  )

const open = (lines: string[]): string =>
  lines.length > 0
    ? `The gate is open: ${lines.join('; ')}.`
    : 'The gate is open: no config, nothing to hold.'

function whyOpen({ ref, note, loops, exception }: RefAnswer): string {
  const name = refName(ref)
  if (exception) return `${name} passes once, ${exceptionWords(exception)}`
  const unapproved = loops.filter(({ standing }) => standing !== 'approved')
  if (note || unapproved.length === 0) return `${name} ${note ?? 'is approved'}`
  return `${name} is allowed by the config (${unapproved.map(({ loop, standing }) => `${loop}: ${standing}`).join(', ')})`
}
