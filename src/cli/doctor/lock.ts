import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../../adapters/store/files.ts'
import { heldBy } from '../../adapters/store/lock.ts'
import type { Check, Mend } from './check.ts'

/** Harmless: whoever comes next takes it over. It tells that something was killed. */
export const lockCheck: Check = {
  name: 'lock',
  async look({ at }) {
    const names = await namesIn(at.lock)
    const highest = Math.max(0, ...names.map(name => Number(/^claim\.(\d+)$/.exec(name)?.[1] ?? 0)))
    const released = join(at.lock, `released.${highest}`)
    if (highest === 0 || names.includes(`released.${highest}`) || (await heldBy(at.lock))) return []
    const what = 'the lock was left behind by a process that is gone; the next review takes it over'
    const mend: Mend = { how: 'lets go of it', act: () => writeFile(released, ''), unlocked: 'before' }
    return [{ what, where: join(at.lock, `claim.${highest}`), mend }]
  },
}
