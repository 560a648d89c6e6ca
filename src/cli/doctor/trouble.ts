import { rm } from 'node:fs/promises'
import { readTrouble } from '../trouble.ts'
import type { Check } from './check.ts'

export const troubleCheck: Check = {
  name: 'trouble',
  async look(project) {
    const { at, ports } = project
    const trouble = await readTrouble(project)
    if (!trouble) return []
    // As long as something waits it says why; the next worker that gets through takes it away.
    const waits = (await ports.store.requests()).length > 0
    const mend = waits
      ? null
      : { how: 'forgets it, since nothing is waiting', act: () => rm(at.trouble, { force: true }) }
    const what = `the last review could not be made [${trouble.code}]`
    return [{ what, where: at.trouble, detail: trouble.message, hint: trouble.hint, mend }]
  },
}
