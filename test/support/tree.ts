import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Every file under a folder with its mode and its bytes, to say that nothing in there has changed. */
export function treeOf(root: string, { without }: { without?: RegExp } = {}): Record<string, string> {
  const found: Record<string, string> = {}
  const look = (path: string): void => {
    const name = relative(root, path)
    if (without?.test(name)) return
    const info = lstatSync(path)
    const mode = (info.mode & 0o7777).toString(8)
    if (info.isSymbolicLink()) found[name] = `link ${readlinkSync(path)}`
    else if (info.isDirectory()) for (const entry of readdirSync(path).sort()) look(join(path, entry))
    else found[name] = `${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
  }
  look(root)
  return found
}
