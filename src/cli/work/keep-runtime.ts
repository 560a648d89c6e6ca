import { existsSync, realpathSync } from 'node:fs'
import { readIfThere, writeWhole } from '../../adapters/store/files.ts'
import { packageFile } from '../../package.ts'
import type { Project } from '../compose.ts'
import { oldNode } from '../hooks/old-node.ts'

/** For the hooks' sh: a node, and the entry that it is to start. Slashes are what every sh understands, that of Git for Windows too. */
export const runtimeText = (node: string, entry: string): string =>
  [node, entry].map(path => `${process.platform === 'win32' ? path.replaceAll('\\', '/') : path}\n`).join('')

/** A recorded node that is gone, or too old by now, has every hook search: the one that was found is recorded. */
export async function keepRuntime({ at }: Pick<Project, 'at'>, tooOld = oldNode): Promise<void> {
  const [node, entry] = (await readIfThere(at.runtime))?.split('\n') ?? []
  // Without a record nothing is installed here.
  if (!node || !entry) return
  const isRight = existsSync(node) && realpathSync(node) !== tooOld
  if (isRight && existsSync(entry)) return
  const stays = existsSync(entry) ? entry : packageFile('dist', 'hook.js')
  await writeWhole(at.runtime, runtimeText(isRight ? node : process.execPath, stays))
}
