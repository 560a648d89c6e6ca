import { join } from 'node:path'
import { namesIn, readIfThere, writeWhole } from '../../adapters/store/files.ts'
import { checkResult, isTombstone, tombstone } from '../../adapters/store/read-result.ts'
import { isNewer } from '../../adapters/store/record-version.ts'
import { copyAside } from '../../adapters/store/set-aside.ts'
import type { Project } from '../compose.ts'
import type { Check, Problem } from './check.ts'

export const resultsCheck: Check = {
  name: 'results',
  async look(project) {
    const problems: Problem[] = []
    for (const key of await namesIn(project.at.allResults)) {
      for (const name of await namesIn(project.at.results(key)))
        if (/\.\d+\.json$/.test(name)) problems.push(...(await lookAt(project, key, name)))
    }
    return problems
  },
}

async function lookAt({ at }: Project, key: string, name: string): Promise<Problem[]> {
  const where = join(at.results(key), name)
  const text = (await readIfThere(where)) ?? ''
  if (!('unreadable' in checkResult(text, where))) return []
  const value = parse(text)
  if (isTombstone(value)) return []
  if (isNewer(value))
    return [{ what: 'a result was written by a newer wingman', where, hint: 'Update git-wingman here.' }]
  return [
    {
      what: 'a result is damaged: what it judged is held until it is judged again',
      where,
      mend: { how: 'sets a copy aside; it is held all the same until it is judged again', act },
    },
  ]

  // Not simply away with it: an older judgement of the same content would speak again.
  async function act(): Promise<void> {
    const copy = await copyAside(at, where, `${key}.${name}`)
    await writeWhole(where, tombstone(copy))
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
