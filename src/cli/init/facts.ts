import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { foldersOutside } from '../../adapters/agents/find-program.ts'
import { agents } from '../../adapters/agents/index.ts'
import { textAt } from '../../adapters/hooks/file-change.ts'
import { hostsHere } from '../../adapters/hooks/hosts/index.ts'
import { findConfig } from '../../config/places.ts'
import { packageFile } from '../../package.ts'
import type { Project } from '../compose.ts'
import { hookedRepository } from '../hooked-repository.ts'

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

/** Of managers that run nothing here yet. */
const TRACES = { '.husky': 'husky', '.pre-commit-config.yaml': 'pre-commit' }

export async function lookAround(project: Project): Promise<Facts> {
  const { root } = project.paths
  const manifest = parse(await textAt(join(root, 'package.json')))
  const has = (file: string) => existsSync(join(root, file))
  const [, locked = 'npm'] = Object.entries(LOCKFILES).find(([file]) => has(file)) ?? []
  const managers = (await hostsHere(await hookedRepository(project))).map(({ name }) => name)
  const traces = Object.entries(TRACES).flatMap(([file, name]) => (has(file) ? [name] : []))
  return {
    config: findConfig(root),
    defaultBranch: await defaultBranch(project),
    packageManager: manifest && (locked as PackageManager),
    scripts: scriptsOf(manifest, locked),
    agents: await agentsOnPath(root),
    hookManager: (managers.length > 0 ? managers : traces).join(' and ') || null,
    isDependency: has('node_modules/git-wingman/package.json') || packageFile() === root,
  }
}

async function agentsOnPath(root: string): Promise<string[]> {
  const folders = await foldersOutside(root)
  const found = await Promise.all(
    Object.values(agents).map(async ({ name, detect }) => ((await detect(folders)) ? [name] : [])),
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
