import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sentenceOf, WingmanError } from '../../errors.ts'
import { isThere } from './file-change.ts'

/** Before the first byte is written: half an install is worse than none. */
export async function refuseReadOnly(paths: readonly string[]): Promise<void> {
  for (const folder of new Set(await Promise.all(paths.map(folderFor)))) {
    try {
      await access(folder, constants.W_OK | constants.X_OK)
    } catch (cause) {
      throw readOnly(folder, cause)
    }
  }
}

/** The one that a file, or the folders above it, would be made in. */
async function folderFor(path: string): Promise<string> {
  const folder = dirname(path)
  return (await isThere(folder)) || folder === path ? folder : folderFor(folder)
}

function readOnly(folder: string, cause: unknown): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${folder} is not to be written: ${sentenceOf(cause)}. Nothing was written anywhere.`,
    hint: 'Make the folder writable for you, or have its owner run this.',
    cause,
  })
}
