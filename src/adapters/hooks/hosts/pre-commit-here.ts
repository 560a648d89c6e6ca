import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { hooksPlace } from '../hooks-path.ts'
import { type StubMaker, stubMaker } from '../legacy.ts'
import { listBlockIn } from '../yaml-list-block.ts'
import type { HookedRepository } from './host.ts'

const CONFIGS = ['.pre-commit-config.yaml', '.pre-commit-config.yml', 'prek.toml']

/** The config that both read, or the one that only prek does; null when there is none. */
export const configOf = (root: string): string | null =>
  CONFIGS.find(name => existsSync(join(root, name))) ?? null

/** Which of the two runs hooks here: whose stub stands, else which one could be started. */
export async function runner({ door, paths }: HookedRepository): Promise<StubMaker | null> {
  const config = configOf(paths.root)
  if (config === null) return null
  const installed = stubIn(join(paths.commonDir, 'hooks'))
  if (installed) return installed
  // Both refuse to install where core.hooksPath leads elsewhere.
  const place = await hooksPlace(door, paths).catch(() => null)
  if (place?.owner !== 'git') return null
  const isPreCommits = !config.endsWith('.toml')
  if (isPreCommits && programOnPath('pre-commit')) return 'pre-commit'
  if (existsSync(join(paths.root, 'node_modules/.bin/prek')) || programOnPath('prek')) return 'prek'
  // A team that wrote our entry has one of them, if not on this PATH.
  const isTheirs = isPreCommits && listBlockIn(readFileSync(join(paths.root, config), 'utf8')) !== null
  return isTheirs ? 'pre-commit' : null
}

function stubIn(folder: string): StubMaker | null {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => !name.includes('.')) : []
  return names.map(name => stubMaker(textOf(join(folder, name)))).find(maker => maker !== null) ?? null
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // a folder, or a link that leads nowhere
  }
}

/** Not out of `node_modules/.bin`, which npm puts on PATH and a checkout may have filled. */
export function programOnPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  return folders.map(folder => join(folder, name)).find(path => existsSync(path)) ?? null
}
