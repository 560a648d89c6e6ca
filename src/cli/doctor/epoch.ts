import { readAnyway, writeWhole } from '../../adapters/store/files.ts'
import { copyAside } from '../../adapters/store/set-aside.ts'
import { BUMP, damagedLines, epochOf } from '../../domain/epoch.ts'
import type { Check } from './check.ts'

// More than any hook could add while the file is replaced: what is counted anew begins above all that was.
const MARGIN = 1_000

/** What was cut off cannot be told from what never was; what is none of our lines can. */
export const epochCheck: Check = {
  name: 'epoch',
  async look({ at }) {
    const log = (await readAnyway(at.epoch)) ?? ''
    if (damagedLines(log) === 0) return []
    const act = async () => {
      await copyAside(at, at.epoch, 'epoch')
      await writeWhole(at.epoch, BUMP.repeat(epochOf(log) + MARGIN))
    }
    const what = 'the counter of changes in this worktree has lines that are none of ours'
    return [{ what, where: at.epoch, mend: { how: 'begins it anew above its number', act } }]
  },
}
