import { join } from 'node:path'
import { namesIn, readAnyway } from '../../adapters/store/files.ts'
import { setAside } from '../../adapters/store/set-aside.ts'
import type { Check, Problem } from './check.ts'

/** Which review is the last one of a branch. Without it the branch counts as not reviewed, and the gate goes by content. */
export const pointersCheck: Check = {
  name: 'branches',
  async look({ at }) {
    const problems: Problem[] = []
    const all = join(at.shared, 'branches')
    for (const branch of await namesIn(all))
      for (const name of await namesIn(join(all, branch)).catch(() => [])) {
        const where = join(all, branch, name)
        if (!/^[0-9a-f]{12}\.\d+$/.test(name)) continue
        if (/^[\w-]+ [0-9a-f]{40,64}\n$/.test((await readAnyway(where)) ?? '')) continue
        const what = 'the note of the last review of a branch is damaged'
        problems.push({ what, where, mend: { how: 'sets it aside', act: () => setAside(at, where) } })
      }
    return problems
  },
}
