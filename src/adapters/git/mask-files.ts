import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { maskSecrets } from '../../domain/mask.ts'

/** Larger ones are in no diff that a model is shown; see `veiled-text.ts`. */
const LARGEST_BYTES = 5 * 1024 * 1024
const AT_ONCE = 16

/** Masks in every file below a folder what opens doors: whatever a model reads in there leaves the machine. */
export async function maskFiles(dir: string): Promise<void> {
  await maskFolder(Buffer.from(dir))
}

/** By the bytes of the names, which need not be text. */
async function maskFolder(dir: Buffer): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true, encoding: 'buffer' })
  const pathOf = ({ name }: { name: Buffer }) => Buffer.concat([dir, Buffer.from('/'), name])
  for (const entry of entries) if (entry.isDirectory()) await maskFolder(pathOf(entry))
  const files = entries.filter(entry => entry.isFile()).map(pathOf)
  for (let at = 0; at < files.length; at += AT_ONCE)
    await Promise.all(files.slice(at, at + AT_ONCE).map(maskFile))
}

async function maskFile(path: Buffer): Promise<void> {
  if ((await stat(path)).size > LARGEST_BYTES) return writeFile(path, '(left out: larger than 5 MB)\n')
  const masked = masking(await readFile(path))
  if (masked) await writeFile(path, masked)
}

/** Null where there is nothing to hide. Byte by byte, so that whatever encoding the rest has stays as it is. */
function masking(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1')
  const plain = maskSecrets(text)
  if (plain !== text) return Buffer.from(plain, 'latin1')
  // UTF-16 keeps a NUL beside each letter, and a reader would take it away.
  if (!bytes.includes(0)) return null
  const bare = text.replaceAll('\0', '')
  const hidden = maskSecrets(bare)
  return hidden === bare ? null : Buffer.from(hidden, 'latin1')
}
