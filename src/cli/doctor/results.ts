import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createOnce, namesIn, readIfThere, writeWhole } from '../../adapters/store/files.ts'
import { checkResult, isTombstone, resultName, tombstone } from '../../adapters/store/read-result.ts'
import { isNewer } from '../../adapters/store/record-version.ts'
import { copyAside, setAside } from '../../adapters/store/set-aside.ts'
import type { Project } from '../compose.ts'
import type { Check, Problem } from './check.ts'

export const resultsCheck: Check = {
  name: 'results',
  async look(project) {
    const problems: Problem[] = []
    for (const key of await namesIn(project.at.allResults)) {
      const names = await namesIn(project.at.results(key)).catch(() => null)
      if (names === null || !statSync(project.at.results(key)).isDirectory())
        problems.push(notAFolder(project, key))
      else for (const name of newestTurns(names)) problems.push(...(await lookAt(project, key, name)))
    }
    return problems
  },
}

/** Of each policy the last one: those below it are silent, be they damaged or not. */
function newestTurns(names: readonly string[]): string[] {
  const newest = new Map<string, number>()
  for (const [, policy = '', turn] of names.flatMap(name => [/^(.+)\.(\d+)\.json$/.exec(name) ?? []]))
    if (turn !== undefined) newest.set(policy, Math.max(newest.get(policy) ?? 0, Number(turn)))
  return [...newest].map(([policy, turn]) => resultName(policy, turn))
}

async function lookAt({ at }: Project, key: string, name: string): Promise<Problem[]> {
  const where = join(at.results(key), name)
  const text = await readIfThere(where).catch(() => undefined)
  if (text === undefined) return [unreadable({ at }, key, name)]
  // Taken away by a cleanup in this moment.
  if (text === null) return []
  if (!('unreadable' in checkResult(text, where))) return []
  const value = parse(text)
  if (isTombstone(value)) return []
  if (isNewer(value))
    return [{ what: 'a result was written by a newer wingman', where, hint: 'Update git-wingman here.' }]
  return [
    {
      what: 'a result is damaged: what it judged is held until it is judged again',
      where,
      hint: 'Judge it again: `wingman run review --fresh`. Until then a push of it is held.',
      mend: { how: 'sets a copy aside', act },
    },
  ]

  // Not simply away with it: an older judgement of the same content would speak again.
  async function act(): Promise<void> {
    const copy = await copyAside(at, where, `${key}.${name}`)
    await writeWhole(where, tombstone(copy))
  }
}

/** A folder in its place, or no permission. */
function unreadable({ at }: Pick<Project, 'at'>, key: string, name: string): Problem {
  const where = join(at.results(key), name)
  const [, policy = '', turn] = /^(.+)\.(\d+)\.json$/.exec(name) ?? []
  return {
    what: 'a result cannot be read: what it judged is held until it is judged again',
    where,
    hint: 'Judge it again: `wingman run review --fresh`. Until then a push of it is held.',
    mend: { how: 'sets it aside', act },
  }

  // First what stands above it, so that no older judgement speaks at any moment. While the second is away the first would.
  async function act(): Promise<void> {
    const put = (number: number) => join(at.results(key), resultName(policy, number))
    await createOnce(put(Number(turn) + 1), tombstone(where))
    if (Number(turn) === 1) await writeWhole(put(0), tombstone(where))
    await setAside(at, where)
    await writeWhole(where, tombstone(where))
  }
}

const notAFolder = ({ at }: Project, key: string): Problem => ({
  what: 'something else lies where a folder of results belongs',
  where: at.results(key),
  mend: { how: 'sets it aside', act: () => setAside(at, at.results(key)) },
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
