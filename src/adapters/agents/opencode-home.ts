import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { isObject } from './json-lines.ts'

/**
 * A settings folder for one run: of the person's own, only which providers there are. Their login stands in another
 * folder, and stays where it is.
 */
export async function opencodeEnvironment(
  scratch: string,
  parent: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  const theirs = join(parent.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'opencode')
  const ours = join(scratch, 'opencode')
  await mkdir(ours)
  const settings = { ...(await providersIn(theirs)), ...SETTINGS }
  await writeFile(join(ours, 'opencode.json'), JSON.stringify(settings))
  return {
    XDG_CONFIG_HOME: scratch,
    // Else the person's ~/.opencode would be read as well, its plugins and permissions.
    OPENCODE_TEST_HOME: scratch,
    // Else a review would stand among the person's sessions.
    OPENCODE_DB: join(scratch, 'sessions.db'),
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    OPENCODE_DISABLE_CLAUDE_CODE: '1',
    OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    // It would install its plugin kit into every new settings folder, from npm; and is fine without.
    npm_config_offline: 'true',
  }
}

/**
 * It runs plugins out of every `.opencode` above, up to the root of the repository; where there is none, up to the root of the disk,
 * past a temporary folder in which others may write. An empty repository is an end.
 */
export async function endOfProject(dir: string): Promise<void> {
  for (const folder of ['objects', 'refs']) await mkdir(join(dir, '.git', folder), { recursive: true })
  await writeFile(join(dir, '.git', 'HEAD'), 'ref: refs/heads/main\n')
}

const SETTINGS = {
  // The last rule that fits decides: nothing, but to read what is in the export.
  permission: { '*': 'deny', read: 'allow', glob: 'allow', grep: 'allow', external_directory: 'deny' },
  share: 'disabled',
  snapshot: false,
  lsp: false,
  formatter: false,
}

const WHICH_PROVIDERS = ['provider', 'model', 'small_model', 'enabled_providers', 'disabled_providers']

async function providersIn(folder: string): Promise<Record<string, unknown>> {
  const files = ['config.json', 'opencode.json', 'opencode.jsonc'].map(name => join(folder, name))
  const texts = await Promise.all(files.map(file => readFile(file, 'utf8').catch(() => '{}')))
  const all: unknown[] = texts.map(text => parse(text))
  const merged = Object.assign({}, ...all.filter(isObject))
  return Object.fromEntries(Object.entries(merged).filter(([name]) => WHICH_PROVIDERS.includes(name)))
}
