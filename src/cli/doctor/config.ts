import { sentenceOf, WingmanError } from '../../errors.ts'
import { findConfig } from '../use-config.ts'
import type { Check } from './check.ts'

export const configCheck: Check = {
  name: 'config',
  async look(project) {
    const where = project.paths.root
    try {
      if (await findConfig(project)) return []
      return [
        { what: 'there is no config, so nothing is reviewed', where, hint: 'Write one with `wingman init`.' },
      ]
    } catch (error) {
      const known = error instanceof WingmanError ? error : null
      const what = `the config cannot be used [${known?.code ?? 'E_BUG'}]: nothing is reviewed, and every push is held`
      return [{ what, where, detail: sentenceOf(error), hint: known?.hint ?? null }]
    }
  },
}
