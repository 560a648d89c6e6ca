import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { locate } from '../adapters/git/locate.ts'
import { packageFile } from '../package.ts'
import { hereIfThere } from './here.ts'

/**
 * What to type here: through npx where wingman is the project's own dependency, by name where it is on PATH. In a worktree
 * without node_modules it is neither, and `npx wingman` would fetch somebody else's package: then by its path.
 */
export function commandIn(root: string): string {
  if (packageFile().startsWith(join(root, '/'))) return 'npx wingman'
  const folders = (process.env.PATH ?? '').split(delimiter)
  if (folders.some(folder => existsSync(join(folder, 'wingman')))) return 'wingman'
  return `node ${packageFile('dist', 'wingman.js')}`
}

/** The same for whoever has no project at hand. */
export function commandHere(): string {
  const cwd = hereIfThere() ?? '/'
  return commandIn(locate(cwd)?.root ?? cwd)
}

const COMMANDS =
  'init|install|uninstall|enable|disable|config|run|gate|ship|verify|attest|status|log|show|watch|findings|snapshots|sessions|agents|clean|doctor|--help'

/** Where a command begins: in code marks, after a colon, on a line of its own, or after another. In a sentence it is a name. */
const BEGINS = '(?<=(?:^|[`:]|&&|, then)[ \\t]*)'

/** Hints are written as `wingman …`; whoever reads one should be able to type it as it stands. */
export function typable(text: string, command: string): string {
  return text.replace(new RegExp(`${BEGINS}wingman (?=(?:${COMMANDS})\\b)`, 'gm'), () => `${command} `)
}
