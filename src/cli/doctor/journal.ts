import { join } from 'node:path'
import { readJournal } from '../../adapters/store/journal.ts'
import type { Check } from './check.ts'

/** Nothing is mended or set aside: what is on record about the gate stays as it was found. */
export const journalCheck: Check = {
  name: 'journal',
  async look({ at }) {
    const { unreadable } = await readJournal(at.journal)
    return unreadable.map(name => ({
      what: `an entry of the journal cannot be read, and ${name.endsWith('.used.json') ? 'counts as a use' : 'is not counted'}`,
      where: join(at.journal, name),
      hint: 'Damaged, edited, or of a newer wingman: look at it. It is left as it is.',
    }))
  },
}
