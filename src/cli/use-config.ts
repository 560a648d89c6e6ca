import { readResolved } from '../config/read-resolved.ts'
import type { ResolvedConfig } from '../domain/resolved-config.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/**
 * The resolved config. A hook reads it from the JSON that the last run left; only if something it came from has moved are
 * the loaders brought in. Null when there is none.
 */
export async function findConfig(project: Project): Promise<ResolvedConfig | null> {
  const { at, paths, ports } = project
  const known = readResolved(at.own, paths.root, ports.version)
  if ('config' in known) return known.config
  const { resolveAndKeep } = await import('./resolve-config.ts')
  return (await resolveAndKeep(project)).config
}

export async function useConfig(project: Project): Promise<ResolvedConfig> {
  const config = await findConfig(project)
  if (config) return config
  throw new WingmanError({
    code: 'E_NO_CONFIG',
    message: `There is no wingman config in ${project.paths.root}.`,
    hint: 'Write one with `wingman init`.',
  })
}

/** Whether it says `enabled: false`; what is wrong with one that cannot be read is said elsewhere. */
export async function isOffInConfig(project: Project): Promise<boolean> {
  try {
    return (await findConfig(project))?.enabled === false
  } catch (error) {
    if (error instanceof WingmanError) return false
    throw error
  }
}
