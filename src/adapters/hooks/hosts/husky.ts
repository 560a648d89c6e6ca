import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WingmanError } from '../../../errors.ts'
import { type HooksPlace, hooksPlace } from '../hooks-path.ts'
import { planHooks } from '../plan-hooks.ts'
import { withoutBlock } from '../templates.ts'
import type { HookedRepository, Host } from './host.ts'

/** husky 9: git is pointed at `.husky/_`, whose runners start the tracked files beside it. `_` is never ours to edit. */
export const huskyHost: Host = {
  name: 'husky',
  detect: async repository => (await placeOf(repository))?.owner === 'husky',

  async plan(repository) {
    if (!isThere(repository)) throw noHusky()
    const dir = join(repository.paths.root, '.husky')
    const place = await placeOf(repository)
    return planHooks(place?.owner === 'husky' ? place : { dir, owner: 'husky' }, repository.known)
  },

  withoutOurs: withoutBlock,

  async activation(repository) {
    if ((await placeOf(repository))?.owner === 'husky') return null
    return { command: [process.execPath, '--input-type=module', '-e', SET_UP], typed: 'npx husky' }
  },
}

/** Its own API writes the runners and sets core.hooksPath; what it has to complain of, it returns. */
const SET_UP = `import husky from 'husky'; const trouble = husky(); if (trouble) { console.error(trouble); process.exit(1) }`

const placeOf = ({ door, paths }: HookedRepository): Promise<HooksPlace | null> =>
  hooksPlace(door, paths).catch(() => null)

const isThere = ({ paths }: HookedRepository): boolean =>
  existsSync(join(paths.root, '.husky')) || existsSync(join(paths.root, 'node_modules', 'husky'))

function noHusky(): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: 'husky is not installed here, so it cannot run hooks. Nothing was written.',
    hint: 'Type `npm install --save-dev husky`, then run this again. Or let git run them: `wingman install --host git`.',
  })
}
