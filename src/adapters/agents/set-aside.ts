import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Gives files of an export another name, at any depth: a CLI that cannot be told not to obey them does not find them, and
 * the model can still read them as what they are. The export is a copy, for one run.
 */
export async function setAside(dir: string, name: RegExp): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter(({ name: found }) => name.test(found))) {
    const file = join(entry.parentPath, entry.name)
    await rename(file, `${file}.set-aside`)
  }
}
