import type { Verdict } from '../domain/verdict.ts'
import type { ErrorKind } from '../errors.ts'

export const EXIT = {
  fine: 0,
  /** Findings, or a closed gate. */
  held: 1,
  /** Wrong usage or config. */
  usage: 2,
  /** Could not decide: a reviewer failed, timed out, gave nonsense. */
  undecided: 3,
  interrupted: 130,
} as const

export const exitForError: Record<ErrorKind, number> = {
  usage: EXIT.usage,
  undecided: EXIT.undecided,
  interrupted: EXIT.interrupted,
}

export const exitForVerdict: Record<Verdict, number> = {
  approved: EXIT.fine,
  'needs-revision': EXIT.held,
  rejected: EXIT.held,
  unknown: EXIT.undecided,
}
