import { join, relative, sep } from 'node:path'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { isScript, loadConfig } from './load.ts'
import { findConfig, PLACES } from './places.ts'
import { digestOfFile, type Source } from './read-resolved.ts'
import { type ResolveOptions, resolveConfig } from './resolve.ts'

export interface ConfigReading {
  /** Relative to the root; null when there is no config. */
  file: string | null
  config: ResolvedConfig | null
  /** Everything it came from, and every place where there is none: if one of these moves, it must be read again. */
  sources: Source[]
}

/**
 * Finds, loads and resolves the config of a repository. Digests are taken before a file is read: one that is edited
 * meanwhile leaves a digest that no longer fits, and never a config that seems newer than it is.
 */
export async function readConfig(options: ResolveOptions): Promise<ConfigReading> {
  const { root } = options
  const file = findConfig(root)
  const sources = [...PLACES, ...(await modulesOf(root, file))].map(path => ({
    path,
    digest: digestOfFile(join(root, path)),
  }))
  const loaded = await loadConfig(root)
  if (loaded === null) return { file: null, config: null, sources }

  const { config, prompts } = resolveConfig(loaded, options)
  const promptSources = [...prompts].map(([path, digest]) => ({ path, digest }))
  return { file: loaded.file, config, sources: [...sources, ...promptSources] }
}

async function modulesOf(root: string, file: string | null): Promise<string[]> {
  if (file === null || !isScript(file)) return []
  const { importedFiles } = await import('./imported-files.ts')
  return importedFiles(join(root, file)).map(path => relative(root, path).split(sep).join('/'))
}
