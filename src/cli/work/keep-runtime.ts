import { existsSync } from 'node:fs'
import { readIfThere, writeWhole } from '../../adapters/store/files.ts'
import { packageFile } from '../../package.ts'
import type { Project } from '../compose.ts'

/** For the hooks' sh: a node, and the entry that it is to start. Slashes are what every sh understands, that of Git for Windows too. */
export const runtimeText = (node: string, entry: string): string =>
  [node, entry].map(path => `${process.platform === 'win32' ? path.replaceAll('\\', '/') : path}\n`).join('')

/** A recorded node that is gone, after an upgrade by a version manager, has every hook search: the one that was found is recorded. */
export async function keepRuntime({ at }: Pick<Project, 'at'>): Promise<void> {
  const [node, entry] = (await readIfThere(at.runtime))?.split('\n') ?? []
  // Without a record nothing is installed here.
  if (!node || !entry || (existsSync(node) && existsSync(entry))) return
  const stays = existsSync(entry) ? entry : packageFile('dist', 'hook.js')
  await writeWhole(at.runtime, runtimeText(existsSync(node) ? node : process.execPath, stays))
}
