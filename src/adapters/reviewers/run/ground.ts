import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ChangedFile } from '../../../domain/snapshot.ts'
import type { Ground } from './locate.ts'

/** Where a command ran, for telling its files from everything else that it printed. */
export function groundOf(dir: string, files: readonly ChangedFile[]): Ground {
  const real = realpathSync(dir)
  return {
    roots: [dir, real],
    changed: files.map(file => file.path),
    isFile: path => isFileInside(real, path),
  }
}

/** Installed dependencies are linked in from elsewhere: their files are not ours to review. */
function isFileInside(root: string, path: string): boolean {
  try {
    const file = realpathSync(join(root, path))
    return file.startsWith(root + sep) && statSync(file).isFile()
  } catch {
    return false
  }
}
