import { writeEntry } from '../../adapters/store/journal.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { WingmanError } from '../../errors.ts'
import { whoIsCalling } from '../caller.ts'
import { commandOf, openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { print, printJson } from '../io.ts'

/** `wingman findings reopen <finding>`: asks for more, so whoever types it may. */
export async function findingsReopen(id: string, { json }: { json?: boolean }): Promise<number> {
  const project = openProject()
  const { at, door, ports } = project
  const theirs = (await ports.store.dismissals()).filter(({ finding }) => finding === id)
  if (theirs.length === 0) throw notDismissed(id, commandOf(project))
  const who = await whoIsCalling(door)
  for (const { id: dismissal, finding } of theirs) {
    const taken = {
      version: 1,
      kind: 'reopened',
      id: dismissal,
      at: ports.clock.now().toISOString(),
    } as const
    await writeEntry(at.journal, { ...taken, finding, who })
    ports.log.info('finding.reopened', { finding })
  }
  if (json) printJson({ version: 1, reopened: theirs.map(one => one.id) })
  else
    print(
      `${id} counts again, and holds pushes. Have the report say so too: ${commandOf(project)} run review`,
    )
  return EXIT.fine
}

const notDismissed = (id: string, command: string): WingmanError =>
  new WingmanError({
    code: 'E_NOT_FOUND',
    message: `No dismissal of \`${oneLine(id)}\` counts here.`,
    hint: `See what was dismissed: \`${command} gate report\`.`,
  })
