import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readAnyway } from '../../adapters/store/files.ts'
import type { Project } from '../compose.ts'
import { recordRuntime, runtimeFor } from '../install.ts'
import type { Check, Problem } from './check.ts'

export const nodeCheck: Check = {
  name: 'node',
  async look(project) {
    const { at } = project
    const problems: Problem[] = []
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    if (major < 20 || (major === 20 && minor < 19))
      problems.push({
        what: `Node ${process.versions.node} is too old`,
        where: null,
        hint: 'Install Node 20.19 or newer.',
      })
    const runtime = (await readAnyway(at.runtime))?.split('\n').slice(0, 2) ?? []
    if (runtime.some(path => !existsSync(path)))
      problems.push({
        what: 'hooks would start a node or a wingman that is not there',
        where: at.runtime,
        ...remedyIn(project),
      })
    return problems
  },
}

function remedyIn(project: Project): Pick<Problem, 'mend' | 'hint'> {
  const { root } = project.paths
  try {
    const how = `has them start ${runtimeFor(root)}, as \`wingman install\` does`
    return { mend: { how, act: () => recordRuntime(project) } }
  } catch {
    // This one may be gone tomorrow: hooks need one that stays.
    return { hint: existsSync(join(root, 'package.json')) ? OF_THE_PROJECT : FOR_ALL }
  }
}

const OF_THE_PROJECT = 'Install the dependencies (`npm install`), then type `npx wingman install`.'
const FOR_ALL = 'Install it (`npm install --global git-wingman`), then type `wingman install`.'
