import { constants } from 'node:os'
import type { ChildEnd } from '../../child-process.ts'
import type { WhyUnfinished } from '../report.ts'

/** Why a command's end says nothing about the code; null when it does. */
export function whyNotFinished(end: ChildEnd, timeoutMs: number): WhyUnfinished | null {
  switch (end.how) {
    case 'timed-out':
      return { state: 'timed-out', reason: `not finished after ${timeoutMs / 1_000} s` }
    case 'cancelled':
      return { state: 'cancelled', reason: 'cancelled' }
    case 'killed':
      return { state: 'failed', reason: `killed by ${end.signal}` }
    case 'not-started':
      return { state: end.missing ? 'missing' : 'failed', reason: `the shell did not start: ${end.reason}` }
    case 'exited':
      return whyExitSaysNothing(end.code)
  }
}

function whyExitSaysNothing(code: number): WhyUnfinished | null {
  if (code === 127) return { state: 'missing', reason: 'command not found' }
  if (code === 126) return { state: 'failed', reason: 'the command cannot be executed' }
  // A shell or npm between us and the killed process turns the signal into a number.
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return signal ? { state: 'failed', reason: `exit code ${code}, as after ${signal}` } : null
}
