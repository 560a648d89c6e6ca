import { constants, lstatSync } from 'node:fs'
import { copyFile, lstat, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Layout } from './layout.ts'
import { makeFolder } from './make-folder.ts'

/** Moves what cannot be read out of the way, under its own name. Null when it cannot be moved: then it stays where it is. */
export async function setAside(at: Layout, path: string): Promise<string | null> {
  try {
    makeAside(at)
    return await underFreeName(at, basename(path), target => rename(path, target))
  } catch {
    return null
  }
}

/** As `setAside`, and leaves it where it is as well. */
export async function copyAside(at: Layout, path: string, name: string): Promise<string> {
  makeAside(at)
  return underFreeName(at, name, target => copyFile(path, target, constants.COPYFILE_EXCL))
}

/** A link of this name would lead it anywhere. */
function makeAside({ damaged }: Layout): void {
  makeFolder(damaged)
  if (lstatSync(damaged).isSymbolicLink()) throw new Error(`${damaged} is a link`)
}

async function underFreeName(at: Layout, name: string, put: (target: string) => Promise<void>) {
  for (let number = 1; ; number += 1) {
    const target = join(at.damaged, number === 1 ? name : `${name}.${number}`)
    // Asked first: renaming a file would replace one that is there.
    if (await lstat(target).catch(() => null)) continue
    await put(target)
    return target
  }
}
