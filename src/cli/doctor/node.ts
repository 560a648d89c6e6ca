import { existsSync } from 'node:fs'
import { readIfThere } from '../../adapters/store/files.ts'
import type { Check, Problem } from './check.ts'

export const nodeCheck: Check = {
  name: 'node',
  async look({ at }) {
    const problems: Problem[] = []
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major < 20 || (major === 20 && minor < 19))
      problems.push({
        what: `Node ${process.versions.node} is too old`,
        where: null,
        hint: 'Install Node 20.19 or newer.',
      })
    const runtime = (await readIfThere(at.runtime))?.split('\n').slice(0, 2) ?? []
    if (runtime.some(path => !existsSync(path)))
      problems.push({
        what: 'hooks would start a node or a wingman that is not there',
        where: at.runtime,
        hint: 'Install the dependencies (`npm install`), then type `wingman install`.',
      })
    return problems
  },
}
