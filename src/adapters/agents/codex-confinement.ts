import { realpath } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

/**
 * What keeps Codex from doing more than to read the export. `--sandbox read-only` would not: it lets the model's shell read
 * the whole disk and the environment, keys included. A permission profile shows that shell the export, the system's
 * programs and Codex itself, and nothing else; without network, in a process namespace of its own.
 */
export async function confinement(program: string): Promise<string[]> {
  const readable = [':minimal', await ownFolder(program)].map(path => `${JSON.stringify(path)}="read"`)
  const settings = [
    'default_permissions="wingman"',
    `permissions.wingman.filesystem={${readable.join(',')},":workspace_roots"={"."="read"}}`,
    'permissions.wingman.network.enabled=false',
    'shell_environment_policy.inherit="none"',
    'shell_environment_policy.set={PATH="/usr/bin:/bin"}',
    'web_search="disabled"',
    // AGENTS.md of the export is data: what the change says of itself.
    'project_doc_max_bytes=0',
    'skills.include_instructions=false',
    'skills.bundled.enabled=false',
    'check_for_update_on_startup=false',
    ...OFF.map(feature => `features.${feature}=false`),
  ]
  return [
    // The person's MCP servers, notifiers and hooks; the account is not part of it.
    '--ignore-user-config',
    '--ignore-rules',
    // A Codex that does not know one of these would be less confined than we say: it refuses instead.
    '--strict-config',
    ...settings.flatMap(setting => ['-c', setting]),
  ]
}

/** What runs programs of the person's, reads beside the shell, or waits for ever. */
const OFF = [
  ...['hooks', 'apps', 'plugins', 'memories', 'shell_snapshot'],
  ...['multi_agent', 'goals', 'view_image', 'image_generation', 'unbounded_connection_retries'],
]

/** The sandbox starts Codex's own program anew, inside; npm keeps it in a package beside the one that is called. */
async function ownFolder(program: string): Promise<string> {
  const file = await realpath(program).catch(() => program)
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(folder) === '@openai') return folder
  }
  return file
}
