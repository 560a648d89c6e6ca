import { answerOf, type GateAnswer, type PushedRef, type RefAnswer } from '../../domain/gate.ts'
import type { ResolvedConfig } from '../../domain/resolved-config.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Remote } from '../../engine/remote.ts'
import type { Project } from '../compose.ts'
import { isTreeOfOurs, tipThere } from './base.ts'
import { type PolicyFile, policyFiles } from './files.ts'
import { haveAll } from './moved.ts'

export interface Guarded {
  refs: readonly PushedRef[]
  remote: string
  url: string
  there: Remote
  /** Of the working tree. */
  config: ResolvedConfig | null
}

/**
 * Only a person may let the policy ask for less, whatever the new one says of gates. Asks the one question that nearly every push
 * answers with "nothing moved"; what comes back holds what did.
 */
export async function guardPolicy(
  project: Project,
  guarded: Guarded,
): Promise<(answer: GateAnswer) => Promise<GateAnswer>> {
  const like = guarded.refs.find(({ local }) => local !== null)?.local
  if (!like) return async answer => answer
  const files = policyFiles(project, like)
  const moved = await movedRefs(project, guarded, files)
  return async answer => {
    if (!moved.includes(true)) return answer
    const { looserRef } = await import('./looser-ref.ts')
    const refs: RefAnswer[] = []
    // One after the other: each may check the same commit out, and git does not make two worktrees at once.
    for (const [at, ref] of answer.refs.entries()) {
      const pushed = guarded.refs[at]
      const loosened = moved[at] && pushed ? await looserRef(project, { ...guarded, files, ref: pushed }) : []
      refs.push(loosened.length > 0 ? heldFor(ref, loosened) : ref)
    }
    return answerOf(refs)
  }
}

/** What was said of why it passes no longer holds. */
const heldFor = (ref: RefAnswer, loosened: string[]): RefAnswer => ({
  ...ref,
  loosened,
  effect: 'block',
  note: ref.effect === 'pass' ? null : ref.note,
})

/** For each ref, whether the policy at the remote, in what is pushed and in the working tree may differ. */
async function movedRefs(
  project: Project,
  guarded: Guarded,
  files: readonly PolicyFile[],
): Promise<boolean[]> {
  const asked = await Promise.all(guarded.refs.map(ref => commitsOf(project, guarded, ref)))
  const all = [...new Set(asked.flat())]
  if (all.length > 0 && haveAll(project, all, files)) return asked.map(() => false)
  return asked.map(commits => commits.length > 0 && (asked.length === 1 || !haveAll(project, commits, files)))
}

async function commitsOf(project: Project, { remote, there }: Guarded, ref: PushedRef): Promise<Oid[]> {
  if (ref.local === null) return []
  const isOurs = isTreeOfOurs(ref)
  const base = isOurs && ref.remote ? ref.remote : await tipThere({ project, remote, there })
  return [...(base ? [base] : []), ...(isOurs ? [ref.local] : [])]
}
