import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, foldersOutside } from '../../adapters/agents/find-program.ts'
import { textAt } from '../../adapters/hooks/file-change.ts'
import { findConfig } from '../../config/places.ts'
import { packageFile } from '../../package.ts'
import type { Project } from '../compose.ts'

/** What `init` sees when it looks around. */
export interface Facts {
  /** The config that is there already. */
  config: string | null
  defaultBranch: string
  packageManager: PackageManager | null
  /** Scripts of package.json that check something, by what they check. */
  scripts: { types: string | null; lint: string | null; tests: string | null }
  agents: string[]
  hookManager: string | null
  /** Whether `import 'git-wingman'` resolves from the repository. */
  isDependency: boolean
}

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCKFILES: Record<string, PackageManager> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

export const LOCKS = ['package-lock.json', ...Object.keys(LOCKFILES)].filter(name => name !== 'bun.lockb') // not text

const AGENTS = {
  claude: 'claude',
  codex: 'codex',
  gemini: 'gemini',
  opencode: 'opencode',
  copilot: 'copilot',
  cursor: 'cursor-agent',
}

const HOOK_MANAGERS = {
  '.husky': 'husky',
  'lefthook.yml': 'lefthook',
  'lefthook.yaml': 'lefthook',
  '.pre-commit-config.yaml': 'pre-commit',
}

export async function lookAround(project: Project): Promise<Facts> {
  const { root } = project.paths
  const manifest = parse(await textAt(join(root, 'package.json')))
  const has = (file: string) => existsSync(join(root, file))
  const [, locked = 'npm'] = Object.entries(LOCKFILES).find(([file]) => has(file)) ?? []
  const managers = Object.entries(HOOK_MANAGERS).find(([file]) => has(file))
  return {
    config: findConfig(root),
    defaultBranch: await defaultBranch(project),
    packageManager: manifest && (locked as PackageManager),
    scripts: scriptsOf(manifest, locked),
    agents: await agentsOnPath(root),
    hookManager: managers?.[1] ?? null,
    isDependency: has('node_modules/git-wingman/package.json') || packageFile() === root,
  }
}

async function agentsOnPath(root: string): Promise<string[]> {
  const folders = await foldersOutside(root)
  const found = await Promise.all(
    Object.entries(AGENTS).map(async ([name, file]) => ((await findProgram(file, folders)) ? [name] : [])),
  )
  return found.flat()
}

interface Manifest {
  scripts?: Record<string, unknown>
}

function parse(text: string | null): Manifest | null {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const WANTED = {
  types: ['typecheck', 'type-check', 'types', 'check-types', 'tsc'],
  lint: ['lint'],
  tests: ['test'],
}

function scriptsOf(manifest: Manifest | null, manager: string): Facts['scripts'] {
  const scripts = manifest?.scripts ?? {}
  const command = (names: readonly string[]) => {
    const name = names.find(candidate => isReal(scripts[candidate]))
    return name ? (manager === 'npm' ? `npm run -s ${name}` : `${manager} run ${name}`) : null
  }
  return { types: command(WANTED.types), lint: command(WANTED.lint), tests: command(WANTED.tests) }
}

// What `npm init` writes as a test script fails on purpose.
const isReal = (script: unknown): boolean =>
  typeof script === 'string' && !script.includes('no test specified')

async function defaultBranch({ ports }: Project): Promise<string> {
  const remote = await ports.git.symbolic('refs/remotes/origin/HEAD')
  if (remote) return remote.replace('refs/remotes/origin/', '')
  for (const name of ['main', 'master']) {
    if (await ports.git.commit(`refs/heads/${name}`)) return name
  }
  return (await ports.git.symbolic('HEAD'))?.replace('refs/heads/', '') ?? 'main'
}
