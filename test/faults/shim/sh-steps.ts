import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../support/repository.ts'

const shimFile = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Has git run these hooks step by step: as somebody's setting for one command, so the repository's own stay as they are. */
export function stepping(hooks: readonly string[], hooksPath: string): Record<string, string> {
  const folder = temporaryFolder()
  for (const hook of hooks) copyFileSync(shimFile('hook.sh'), join(folder, hook))
  return {
    CRASH_STEPS: shimFile('step.sh'),
    CRASH_HOOKS: hooksPath,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: folder,
  }
}
