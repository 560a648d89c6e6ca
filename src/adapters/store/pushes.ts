import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { PushedRef } from '../../domain/gate.ts'
import type { Oid } from '../../domain/snapshot.ts'
import { readAnyway, readIfThere, writeWhole } from './files.ts'
import { makeFolder } from './make-folder.ts'

// What pre-push let go, and which tracking refs were looked at since. By the two, a push that never met the gate is noticed.

const NAMED = 'named.jsonl'
const OLDER = 'named.older.jsonl'
/** About 7,000 pushes. What is older was looked at long ago. */
const LARGEST = 1_000_000

/** In one write to the end, on the way of every push: no waiting for the disk. That it fails is no reason to hold a push. */
export function notePush(folder: string, remote: string, refs: readonly PushedRef[]): void {
  const lines = refs
    .filter(({ local }) => local !== null)
    .map(({ local, remoteRef }) => `${JSON.stringify({ version: 1, remote, ref: remoteRef, oid: local })}\n`)
  // Pushed by address there are no tracking refs to compare with, and an address may hold a password.
  if (lines.length === 0 || /[/:\\]/.test(remote)) return
  try {
    const file = openToAppend(folder)
    try {
      writeSync(file, lines.join(''))
    } finally {
      closeSync(file)
    }
  } catch {
    // a full disk, or one that is read-only: this push may be taken for one that went past the gate
  }
}

function openToAppend(folder: string): number {
  try {
    return openSync(join(folder, NAMED), 'a')
  } catch {
    makeFolder(folder)
    return openSync(join(folder, NAMED), 'a')
  }
}

export const pushKey = (remote: string, ref: string, oid: Oid): string => JSON.stringify([remote, ref, oid])

/** By `pushKey`. */
export async function readPushes(folder: string): Promise<Set<string>> {
  const texts = await Promise.all([OLDER, NAMED].map(name => readAnyway(join(folder, name))))
  const lines = texts.flatMap(text => (text ?? '').split('\n')).filter(Boolean)
  await putAway(folder)
  return new Set(lines.flatMap(keyOf))
}

function keyOf(line: string): string[] {
  try {
    const { version, remote, ref, oid } = JSON.parse(line)
    return version === 1 ? [pushKey(remote, ref, oid)] : []
  } catch {
    return [] // half a line, after a crash
  }
}

/** A line that is written meanwhile goes along with its file, which is still read. */
async function putAway(folder: string): Promise<void> {
  const size = statSync(join(folder, NAMED), { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST) await rename(join(folder, NAMED), join(folder, OLDER)).catch(() => {})
}

const LOOKED = 'looked.json'

/** The tracking refs as they were when they were last looked at; null before the first time. */
export async function readLooked(folder: string): Promise<Map<string, Oid> | null> {
  const text = await readIfThere(join(folder, LOOKED))
  try {
    const { version, refs } = JSON.parse(text ?? '')
    return version === 1 ? new Map(Object.entries<Oid>(refs)) : null
  } catch {
    return null
  }
}

/** Two that look at once write the same, or the one that looked earlier writes last: then something is looked at twice. */
export const writeLooked = (folder: string, refs: ReadonlyMap<string, Oid>): Promise<void> =>
  writeWhole(
    join(folder, LOOKED),
    `${JSON.stringify({ version: 1, refs: Object.fromEntries(refs) }, null, 2)}\n`,
  )
