import { join } from 'node:path'
import { readJournal } from '../../adapters/store/journal.ts'
import type { Check } from './check.ts'

/** What ends another entry ends it, whatever it says. */
const WORDS: Record<string, string> = { used: 'counts as a use', reopened: 'counts as a reopening' }

/** Nothing is mended or set aside: what is on record about the gate stays as it was found. */
export const journalCheck: Check = {
  name: 'journal',
  async look({ at }) {
    const { unreadable } = await readJournal(at.journal)
    return unreadable.map(name => ({
      what: `an entry of the journal cannot be read, and ${WORDS[/\.([a-z]+)\.json$/.exec(name)?.[1] ?? ''] ?? 'is not counted'}`,
      where: join(at.journal, name),
      hint: 'Damaged, edited, or of a newer wingman: look at it. It is left as it is.',
    }))
  },
}
