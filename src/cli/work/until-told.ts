import type { CutShort } from '../../domain/review.ts'
import { EXIT } from '../exit-codes.ts'

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const

/** How long what runs has to end. Then we leave by `exit`, which takes it along; dying of the signal would not. */
const PATIENCE_MS = 8_000

/** Aborted when somebody wants this process to end: at a logout, or when a service is stopped. */
export function untilTold(): AbortSignal {
  const stop = new AbortController()
  const end = () => {
    if (stop.signal.aborted) return process.exit(EXIT.interrupted)
    const why: CutShort = 'interrupted'
    stop.abort(why)
    setTimeout(() => process.exit(EXIT.interrupted), PATIENCE_MS).unref()
  }
  for (const signal of SIGNALS) process.on(signal, end)
  return stop.signal
}
