import { relative } from 'node:path'
import type { FileChange } from '../adapters/hooks/file-change.ts'
import { quoted } from './here.ts'

/** A file of ours that somebody changed is theirs now, and nobody knows whether it still asks us. */
export function whatWasEdited({ hooks }: Pick<FileChange, 'hooks'>): string {
  return `the ${hooks.join(', ')} hook was edited since it was installed, and may no longer ask wingman`
}

/** The one command that has it written anew. A hook of theirs that ran before ours is kept elsewhere and stays. */
export const repairEdited = (root: string, { path }: Pick<FileChange, 'path'>): string =>
  `To have it written anew: \`rm ${quoted(relative(root, path))} && wingman install\``
