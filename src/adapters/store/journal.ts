import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Allowed, type Dismissed, ENTRY_KINDS, type Entry } from '../../domain/journal.ts'
import { createOnce, namesIn, readAnyway } from './files.ts'
import { checkEntry } from './read-journal.ts'

// One small file for each entry, made whole and never changed. That a name can be taken only once is what makes an exception
// usable only once, and lets several processes notice the same thing and write it down a single time.

/** Answers whether it was this call that wrote it. */
export async function writeEntry(folder: string, entry: Entry): Promise<boolean> {
  const path = join(folder, `${entry.id}.${entry.kind}.json`)
  // Looked at first: it spares whoever is held again the trip to the disk.
  if (existsSync(path)) return false
  return createOnce(path, `${JSON.stringify(entry, null, 2)}\n`)
}

/** Exceptions of which no use is on record. A use that cannot be read is a use; an exception that cannot be read is none. */
export const openExceptions = (folder: string): Promise<Allowed[]> => standing(folder, 'allowed', 'used')

/** Dismissals that nobody took back; the same goes for what cannot be read. */
export const openDismissals = (folder: string): Promise<Dismissed[]> =>
  standing(folder, 'dismissed', 'reopened')

/** Entries of one kind which none of another has ended. */
async function standing<K extends Entry['kind']>(folder: string, kind: K, ended: Entry['kind']) {
  const names = new Set(await namesIn(folder))
  const open = [...names]
    .flatMap(name => nameParts(name) ?? [])
    .filter(part => part.kind === kind && !names.has(`${part.id}.${ended}.json`))
  const entries = await Promise.all(open.map(({ id }) => readEntry(folder, `${id}.${kind}.json`)))
  return entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry?.kind === kind).sort(byTime)
}

export interface Journal {
  /** The newest last. */
  entries: Entry[]
  /** Names of files that are damaged, or of a newer wingman. */
  unreadable: string[]
}

export async function readJournal(folder: string): Promise<Journal> {
  const names = (await namesIn(folder)).filter(name => nameParts(name) !== null)
  const read = await Promise.all(names.map(async name => ({ name, entry: await readEntry(folder, name) })))
  return {
    entries: read.flatMap(({ entry }) => entry ?? []).sort(byTime),
    unreadable: read.filter(({ entry }) => entry === null).map(({ name }) => name),
  }
}

/** Only what stands under its own name: an entry that was copied to another does not count twice. */
async function readEntry(folder: string, name: string): Promise<Entry | null> {
  const entry = checkEntry((await readAnyway(join(folder, name))) ?? '')
  return entry && name === `${entry.id}.${entry.kind}.json` ? entry : null
}

function nameParts(name: string): { id: string; kind: Entry['kind'] } | null {
  const [, id, word] = /^([\w-]+)\.([a-z]+)\.json$/.exec(name) ?? []
  const kind = ENTRY_KINDS.find(known => known === word)
  return id && kind ? { id, kind } : null
}

const byTime = (a: Entry, b: Entry): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1)
