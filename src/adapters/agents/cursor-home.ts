import { readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { parse } from 'jsonc-parser'
import { at } from './json-lines.ts'

/** Settings for one run: who is logged in, and that nothing but reading is allowed. Refusals go before permissions. */
export async function cursorSettings(scratch: string, dir: string): Promise<void> {
  const folder = process.env.CURSOR_CONFIG_DIR ?? join(homedir(), '.cursor')
  const theirs: unknown = parse(await readFile(join(folder, 'cli-config.json'), 'utf8').catch(() => '{}'))
  const authInfo = at(theirs, 'authInfo')
  const settings = {
    version: 1,
    editor: { vimMode: false },
    approvalMode: 'allowlist',
    permissions: { allow: [`Read(${dir}/**)`], deny: deniedFor(dir) },
    ...(authInfo === undefined ? {} : { authInfo }),
  }
  await writeFile(join(scratch, 'cli-config.json'), JSON.stringify(settings), { mode: 0o600 })
}

/** There is no "nothing outside of the folder" to be written down; what matters most is named. */
function deniedFor(dir: string): string[] {
  const home = homedir()
  const outside = relative(home, dir).startsWith('..') ? [`Read(${home}/**)`] : [`Read(${home}/.*/**)`]
  return ['Shell(*)', 'Write(**)', 'Mcp(*:*)', 'WebFetch(*)', 'Read(/proc/**)', ...outside]
}
