import { locate } from '../../adapters/git/locate.ts'
import { writeEntry } from '../../adapters/store/journal.ts'
import { type Reach, switchedOff, switchOff, switchOn } from '../../adapters/store/switch.ts'
import type { Switched } from '../../domain/journal.ts'
import { reviewId } from '../../domain/review.ts'
import { count, OFF_FOR_ALL } from '../../messages.ts'
import { needPerson, whoIsCalling } from '../caller.ts'
import { cancelAll } from '../cancel-all.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { here } from '../here.ts'
import { paint, print, printJson } from '../io.ts'
import { noticeBypasses } from '../notice-bypasses.ts'
import { commandHere, typable } from '../typable.ts'
import { isOffInConfig } from '../use-config.ts'

export interface SwitchOptions {
  global?: boolean
  json?: boolean
}

/** `wingman disable [--global]`: hooks do nothing until `wingman enable`. Opens the gate, so a person has to say it. */
export async function disable(options: SwitchOptions): Promise<number> {
  needPerson(
    'switch the gate off',
    'A person types it in a terminal of their own. An agent fixes what was found, or says why it is none.',
  )
  const reach = reachOf(options)
  const project = projectFor(reach)
  const at = new Date().toISOString()
  if (project) await note(project, 'disabled', reach)
  await switchOff(project?.at ?? null, reach, { at, who: await whoIsCalling(project?.door ?? null) })
  const cancelled = project ? await cancelAll(project) : 0
  const requests = cancelled > 0 ? ` ${count(cancelled, 'request')} cancelled.` : ''
  return tell(options, project, [
    paint().yellow(`Disabled ${REACH[reach]}: nothing is reviewed and no push is held.${requests}`),
    `What is pushed meanwhile is noticed. Enable it again: \`wingman enable${reach === 'person' ? ' --global' : ''}\``,
  ])
}

/** `wingman enable [--global]`. */
export async function enable(options: SwitchOptions): Promise<number> {
  const reach = reachOf(options)
  const project = projectFor(reach)
  const before = switchedOff(project?.at ?? null)
  await switchOn(project?.at ?? null, reach)
  const still = switchedOff(project?.at ?? null)
  if (project && before !== still) await note(project, 'enabled', reach)
  // What went out in between met no gate.
  if (project && still === null) await noticeBypasses(project)
  return tell(options, project, [
    paint().green(`Enabled ${REACH[reach]}.`),
    ...(still ? [paint().yellow(STILL[still])] : []),
    ...(project && (await isOffInConfig(project)) ? [paint().yellow(OFF_FOR_ALL)] : []),
  ])
}

const reachOf = ({ global }: SwitchOptions): Reach => (global ? 'person' : 'clone')

const REACH: Record<Reach, string> = { clone: 'in this clone', person: 'for you, in every repository' }

const STILL: Record<Reach, string> = {
  clone: 'This clone is still disabled: `wingman enable`',
  person: 'It is still disabled for you everywhere: `wingman enable --global`',
}

/** A person's own switch needs no repository. */
function projectFor(reach: Reach): Project | null {
  return reach === 'clone' || locate(here()) ? openProject() : null
}

async function note({ at, door, ports }: Project, kind: Switched['kind'], reach: Reach): Promise<void> {
  const now = ports.clock.now()
  const id = reviewId(now, ports.nonce())
  await writeEntry(at.journal, {
    version: 1,
    kind,
    id,
    at: now.toISOString(),
    reach,
    who: await whoIsCalling(door),
  })
  ports.log.info(`hooks.${kind}`, { reach })
}

function tell({ json }: SwitchOptions, project: Project | null, lines: string[]): number {
  if (json) printJson({ version: 1, disabled: switchedOff(project?.at ?? null) })
  else print(typable(lines.join('\n'), commandHere()))
  return EXIT.fine
}
