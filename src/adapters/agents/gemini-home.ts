import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { at } from './json-lines.ts'

/**
 * A home for one run: the person's account, and nothing else of theirs. Overriding their settings from above would be
 * simpler, but Gemini CLI leaves out a system settings file without an error if any folder above it can be written by
 * others, and `/tmp` can.
 */
export async function geminiHome(scratch: string): Promise<{ policy: string; command: string }> {
  const theirs = join(homedir(), '.gemini')
  const ours = join(scratch, '.gemini')
  await mkdir(join(ours, 'commands'), { recursive: true })
  for (const name of ACCOUNT) await symlink(join(theirs, name), join(ours, name)).catch(() => {})
  const auth = at(await settingsIn(theirs), 'security', 'auth')
  const settings = { ...SETTINGS, ...(auth === undefined ? {} : { security: { auth } }) }
  await writeFile(join(ours, 'settings.json'), JSON.stringify(settings))
  // A name that no tree can know: its own command of that name would go before ours.
  const command = basename(scratch).toLowerCase()
  await writeFile(join(ours, 'commands', `${command}.toml`), 'prompt = "Do what the command below says:"\n')
  const policy = join(scratch, 'policy.toml')
  await writeFile(policy, POLICY)
  return { policy, command }
}

/**
 * Files that a prompt names (`@src/a.ts`) are sent along, whole folders too, and every `@` of a diff would be taken for one. What is
 * handed to a command of one's own is not looked through: it comes as it is, behind the command's name.
 */
export const asWords = (prompt: string, command: string): string => `/${command} ${prompt}`

/** By a link, so that a renewed login is theirs as well. */
const ACCOUNT = [
  'oauth_creds.json',
  'google_accounts.json',
  'gemini-credentials.json',
  'installation_id',
  '.env',
]

async function settingsIn(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'settings.json'), 'utf8').catch(() => '{}')
  return parse(text)
}

/** Not `glob`: its pattern may begin at the root, and shows what files there are anywhere. */
const TOOLS = ['read_file', 'grep_search', 'list_directory']

const SETTINGS = {
  tools: { core: TOOLS },
  hooksConfig: { enabled: false },
  skills: { enabled: false },
  admin: { mcp: { enabled: false }, extensions: { enabled: false }, skills: { enabled: false } },
  experimental: { enableAgents: false },
  // A `.env` of the export would set its environment: whose server, which system prompt.
  advanced: { ignoreLocalEnv: true },
  // Ten, by default, with pauses that grow to half a minute.
  general: { maxAttempts: 2, enableAutoUpdate: false, sessionRetention: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
}

/** What the settings leave out is refused as well. */
const POLICY = `[[rule]]
toolName = ${JSON.stringify(TOOLS)}
decision = "allow"
priority = 900

[[rule]]
toolName = "*"
decision = "deny"
priority = 800
`
