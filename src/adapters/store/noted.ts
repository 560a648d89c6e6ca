import type { Standpoint } from '../../domain/epoch.ts'
import { notedText, parseNoted } from '../../domain/unannounced.ts'
import { readAnyway, readIfThere, writeWhole } from './files.ts'
import type { Layout } from './layout.ts'

type Place = Pick<Layout, 'asked'>

/** Where HEAD was when a hook or a review last knew; null when nobody noted it. */
export async function readNoted({ asked }: Place): Promise<Standpoint | 'damaged' | null> {
  const text = await readIfThere(asked).catch(() => 'something else in its place')
  return text === null ? null : parseNoted(text)
}

/** Without the cost of writing what is there already. */
export async function noteStandpoint({ asked }: Place, here: Standpoint): Promise<void> {
  const text = notedText(here)
  if (here.commit !== null && (await readAnyway(asked)) !== text) await writeWhole(asked, text)
}
