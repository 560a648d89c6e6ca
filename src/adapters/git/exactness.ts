import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { oneLine } from '../../domain/plain-text.ts'
import { WingmanError } from '../../errors.ts'
import { closeCheckout, temporaryCheckout } from './checkouts.ts'
import type { Place } from './in-the-way.ts'
import { type BytePath, bytesOf, isLink, nameOf, onDisk, type TreeChange } from './tree-changes.ts'

/**
 * A snapshot holds what git would commit. Where a filter drops something on the way in, line ends are turned, or a file is
 * less open than git would make it, taking the restore back would not give the same file: then nothing is touched.
 */
export async function refuseIfInexact(place: Place, changes: readonly TreeChange[]): Promise<void> {
  const leaving = changes.filter(change => change.status !== 'A' && !isLink(change)).map(({ path }) => path)
  if (leaving.length === 0) return
  const folder = await temporaryCheckout(place.paths)
  try {
    const copies = join(folder, 'tree')
    await mkdir(copies)
    // The index holds what is there now: this is what git would make of it.
    await place.git.change(['checkout-index', '--quiet', '-z', '--stdin', `--prefix=${copies}/`], {
      env: place.index.env,
      input: bytesOf(leaving.map(path => `${path}\0`).join('')),
      whose: 'ours',
    })
    const lost = leaving.find(path => !isSame(onDisk(place.paths.root, path), onDisk(copies, path)))
    if (lost !== undefined) throw inexact(lost)
  } finally {
    await closeCheckout(place.paths, folder)
  }
}

function isSame(there: Buffer | string, copy: Buffer | string): boolean {
  const [a, b] = [lstatSync(there, { throwIfNoEntry: false }), lstatSync(copy, { throwIfNoEntry: false })]
  // Not on disk, or not to be had by git: nothing is there that could be lost.
  if (!a || !b) return true
  if (a.isSymbolicLink() || b.isSymbolicLink())
    return a.isSymbolicLink() && b.isSymbolicLink() && readlinkSync(there) === readlinkSync(copy)
  return a.mode === b.mode && a.size === b.size && readFileSync(there).equals(readFileSync(copy))
}

const inexact = (path: BytePath): WingmanError =>
  new WingmanError({
    code: 'E_RESTORE',
    message: `${oneLine(nameOf(path))} would not come back as it is: a filter, its line ends or its permissions differ from what git keeps, so no snapshot has an exact copy of it.`,
    hint: 'Nothing was changed. Move it away or commit it, and try again.',
  })
