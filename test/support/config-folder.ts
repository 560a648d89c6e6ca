import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resolveConfig } from '../../src/config/resolve.ts'
import type { ResolvedConfig } from '../../src/domain/resolved-config.ts'
import { temporaryFolder } from './repository.ts'

/** A folder with these files; what is not text is written as JSON. */
export function folderWith(files: Record<string, unknown>, name = 'project'): string {
  const folder = join(temporaryFolder(), name)
  mkdirSync(folder)
  put(folder, files)
  return folder
}

export function put(folder: string, files: Record<string, unknown>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    )
  }
}

/** What a document means, without a file around it. */
export function resolved(
  document: unknown,
  {
    root = folderWith({}),
    ruleSet = {} as unknown,
    ruleIds = undefined as readonly string[] | undefined,
  } = {},
): ResolvedConfig {
  const loaded = { file: 'wingman.config.ts', document, positionOf: () => null }
  return resolveConfig(loaded, { root, ruleSet, ruleIds }).config
}

export const minimal = { loops: { basics: { reviewers: ['rules'] } } }
