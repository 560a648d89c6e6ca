import type { Oid } from '../../domain/snapshot.ts'
import { type GitDoor, outputOf } from './door.ts'

/** Where two histories met last. In several places, where each has taken in the other; in none, where they never did. */
export function mergeBases(git: GitDoor, a: Oid, b: Oid): Oid[] {
  const question = ['merge-base', '--all', a, b]
  const answer = git.ask(question)
  // 1: the two have nothing in common.
  return answer.code === 1 ? [] : outputOf(question, answer).toString().trim().split('\n')
}
