import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { PACKAGE } from './fake-programs.ts'

export interface Packed {
  /** The file that people would get from the registry. */
  tarball: string
  contents: string[]
}

/** What is published, as `npm pack` makes it. */
export function packInto(folder: string): Packed {
  const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], PACKAGE)
  const [{ filename, files }] = JSON.parse(packed)
  return { tarball: join(folder, filename), contents: files.map((file: { path: string }) => file.path) }
}

/** The real one; what it says on standard output. */
export function npm(args: string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
