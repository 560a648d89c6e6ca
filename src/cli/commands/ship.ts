import { theirPush } from '../../adapters/git/door.ts'
import { type WouldPush, wouldPush } from '../../adapters/git/dry-push.ts'
import { notePush } from '../../adapters/store/pushes.ts'
import type { GateAnswer } from '../../domain/gate.ts'
import { shipDocument } from '../../domain/gate-document.ts'
import { hasOption } from '../../domain/push-words.ts'
import { paintFor } from '../../paint.ts'
import { askGate } from '../ask-gate.ts'
import type { Project } from '../compose.ts'
import { keepHeld, useUp } from '../exceptions.ts'
import { EXIT } from '../exit-codes.ts'
import { here } from '../here.ts'
import { noted, pushedProject } from '../hooks/pre-push.ts'
import { hooksState } from '../hooks-state.ts'
import { printJson } from '../io.ts'
import type { ShipArgs } from '../ship-args.ts'

/** `wingman ship`: asks the gate about what `git push` would push, and pushes if it is open. Else nothing is done. */
export async function ship({ json, push }: ShipArgs): Promise<number> {
  const project = pushedProject()
  const pushed = await wouldPush(project.door, push, here())
  const { remote, refs } = pushed
  const asking = { ...pushed, paintNow: () => paintFor(process.stderr) }
  const { answer, text } = await askGate(project, asking).catch(noted(project, asking))
  // An open gate is left to pre-push to speak of, which hears the same question in a moment.
  if (text && (!answer.allowed || !(await hookSpeaks(project, push)))) process.stderr.write(`${text}\n`)
  if (!answer.allowed) {
    await keepHeld(project, answer, remote)
    if (json) printJson(shipDocument(answer, null))
    return EXIT.held
  }
  const code = await theirPush(push, { cwd: here(), outputAside: json })
  if (code === 0) await settle(project, answer, { remote, refs })
  if (json) printJson(shipDocument(answer, code))
  return code
}

async function hookSpeaks(project: Project, words: readonly string[]): Promise<boolean> {
  if (process.env.WINGMAN === '0' || hasOption(words, word => word === '--no-verify')) return false
  const { installed } = await hooksState(project).catch(() => ({ installed: [] as string[] }))
  return installed.includes('pre-push')
}

/** As pre-push has done by now, where it is there: this push was asked for, and an exception is used up by it. */
async function settle(project: Project, answer: GateAnswer, { remote, refs }: WouldPush): Promise<void> {
  notePush(project.at.pushes, remote, refs)
  await useUp(project, answer, remote)
}
