import { sessionNamed } from './session.ts'
import type { Oid } from './snapshot.ts'
import type { Trigger } from './trigger.ts'

/** What a hook leaves behind: please look at this commit. */
export interface ReviewRequest {
  /** The name of its file in the queue. */
  id: string
  trigger: Trigger
  commit: Oid
  /** `refs/heads/x`; null on a detached HEAD. */
  ref: string | null
  /** `claude:<session>`: the agent that made the commit; null for a person. */
  agent: string | null
}

/** What to review, and the requests that are answered by it. */
export interface Target {
  commit: Oid
  ref: string | null
  trigger: Trigger
  /** The session that made the last commit of it that an agent made: `claude:<id>`. Null when none is known. */
  session: string | null
  answers: string[]
}

/**
 * A burst becomes one review of the newest tip of each branch; a commit on no branch stands for itself. Two branches at one tip
 * are two: each has a base of its own, and what one of them has nothing of can be all that is new on the other.
 * `tipOf` says where a branch is now: a tip that moved on without a hook is what should be looked at.
 */
export function coalesce(requests: readonly ReviewRequest[], tipOf: (ref: string) => Oid | null): Target[] {
  const targets = new Map<string, Target>()
  for (const { id, trigger, commit, ref, agent } of requests) {
    const session = agent !== null && sessionNamed(agent) ? agent : null
    const tip = (ref && tipOf(ref)) ?? commit
    const key = `${trigger} ${tip} ${ref ?? ''}`
    const target = targets.get(key)
    if (!target) targets.set(key, { commit: tip, ref, trigger, session, answers: [id] })
    else Object.assign(target, { session: session ?? target.session, answers: [...target.answers, id] })
  }
  return [...targets.values()]
}

/**
 * The file that the hook's sh writes: `wingman-request 1`, `<trigger> <commit> <ref or -> <agent or ->`, `end`. Without its last
 * line it was not finished, and is no request.
 */
export function parseRequest(id: string, text: string): ReviewRequest | null {
  const match =
    /^wingman-request 1\n(post-commit|session-idle|task-done) ([0-9a-f]{40,64}) ([^ \n]+) ([\w:.-]+)\nend\n$/.exec(
      text,
    )
  const [, trigger, commit, ref, agent] = match ?? []
  if (!trigger || !commit || !ref || !agent) return null
  return { id, trigger: trigger as Trigger, commit, ref: orNull(ref), agent: orNull(agent) }
}

/** What `parseRequest` reads. */
export const requestText = ({ trigger, commit, ref, agent }: Omit<ReviewRequest, 'id'>): string =>
  `wingman-request 1\n${trigger} ${commit} ${ref ?? '-'} ${agent ?? '-'}\nend\n`

/** Left by a wingman whose requests we do not know. */
export const isNewerRequest = (text: string): boolean =>
  Number(/^wingman-request (\d+)\n/.exec(text)?.[1]) > 1

const orNull = (field: string): string | null => (field === '-' ? null : field)
