import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WingmanError } from '../../../errors.ts'
import { isExecutable } from '../file-change.ts'
import { type HooksPlace, hooksPathSetting, hooksPlace } from '../hooks-path.ts'
import { planHooks } from '../plan-hooks.ts'
import { ALL_HOOKS, withoutBlock } from '../templates.ts'
import type { HookedRepository, Host } from './host.ts'

/** husky 9: git is pointed at `.husky/_`, whose runners start the tracked files beside it. `_` is never ours to edit. */
export const huskyHost: Host = {
  name: 'husky',
  detect: async repository => (await placeOf(repository))?.owner === 'husky' || isAsleep(repository),

  async plan(repository) {
    const place = await placeOf(repository)
    if (place?.owner === 'husky') return planHooks(place, repository.known)
    if (!isInstalled(repository)) throw noHusky()
    return planHooks({ dir: join(repository.paths.root, '.husky'), owner: 'husky' }, repository.known)
  },

  withoutOurs: withoutBlock,
  isPerWorktree: true,

  /** Also where its runners are missing: a clone or a worktree has none until husky was run in it. */
  async activation(repository) {
    const place = await placeOf(repository)
    if (place?.owner === 'husky' && (await hasRunners(place.dir))) return null
    // Whoever sets HUSKY=0 wants none of its hooks.
    if (!isInstalled(repository) || process.env.HUSKY === '0') return null
    const command = [process.execPath, '--input-type=module', '-e', SET_UP]
    return { command, typed: 'npx husky', hooksPath: '.husky/_' }
  },
}

/** A clone in which it was not run yet: it is there, the team's hooks are there, and nothing leads git elsewhere. */
async function isAsleep(repository: HookedRepository): Promise<boolean> {
  const { root } = repository.paths
  const hasHooks = ALL_HOOKS.some(hook => existsSync(join(root, '.husky', hook)))
  return hasHooks && isInstalled(repository) && (await hooksPathSetting(repository.door)) === null
}

/** Whether git finds what starts the files of that folder. */
export const hasRunners = (dir: string): Promise<boolean> => isExecutable(join(dir, '_', 'pre-push'))

/** Its own API writes the runners and sets core.hooksPath; what it has to complain of, it returns. */
const SET_UP = `import husky from 'husky'; const trouble = husky(); if (trouble) { console.error(trouble); process.exit(1) }`

const placeOf = ({ door, paths }: HookedRepository): Promise<HooksPlace | null> =>
  hooksPlace(door, paths).catch(() => null)

export const isInstalled = ({ paths }: Pick<HookedRepository, 'paths'>): boolean =>
  existsSync(join(paths.root, 'node_modules', 'husky'))

function noHusky(): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: 'husky is not installed here, so it cannot run hooks. Nothing was written.',
    hint: 'Type `npm install --save-dev husky`, then run this again. Or let git run them: `wingman install --host git`.',
  })
}
