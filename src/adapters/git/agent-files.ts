import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders and files that tell a coding agent how to behave, in whatever folder they stand: some look for them all the way down. */
const NAMES = new Set([
  '.agents',
  '.aider.conf.yml',
  '.claude',
  '.claude.json',
  '.clinerules',
  '.codex',
  '.copilot',
  '.cursor',
  '.cursorrules',
  '.gemini',
  '.geminiignore',
  '.mcp.json',
  '.opencode',
  '.windsurfrules',
  'agents.md',
  'agents.override.md',
  'claude.md',
  'claude.local.md',
  'gemini.md',
  'opencode.json',
  'opencode.jsonc',
])

/** GitHub's folder holds much else. */
const IN_GITHUB = new Set(['agents', 'copilot-instructions.md', 'hooks', 'instructions', 'prompts', 'skills'])

/** A reviewer that obeyed them would be taking orders from what it reviews. What changed in them stands in the diff. */
export async function removeAgentFiles(dir: string, within = ''): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (tellsAgents(entry.name, within)) await rm(path, { recursive: true, force: true })
    else if (entry.isDirectory()) await removeAgentFiles(path, entry.name)
  }
}

/** In any case of letters: on some systems it is the same file. */
function tellsAgents(name: string, folder: string): boolean {
  const plain = name.toLowerCase()
  return NAMES.has(plain) || (folder.toLowerCase() === '.github' && IN_GITHUB.has(plain))
}
