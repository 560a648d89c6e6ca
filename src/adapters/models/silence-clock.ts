import type { AskLimits, Unanswered } from './asker.ts'

export interface SilenceClock {
  signal: AbortSignal
  /** Something came. */
  tick(): void
  /** More came than an answer can be. */
  enough(): void
  /** Why it was ended; null when it was not. */
  stopped(): Pick<Unanswered, 'state' | 'reason'> | null
  end(): void
}

/** Ends a stream that says nothing more, or never ends, or is no longer wanted. */
export function silenceClock({ silenceMs, timeoutMs }: AskLimits, wanted: AbortSignal): SilenceClock {
  const stop = new AbortController()
  let why: ReturnType<SilenceClock['stopped']> = null
  const end = (state: Unanswered['state'], reason: string) => {
    why ??= { state, reason }
    stop.abort()
  }
  const cancel = () => end('cancelled', 'cancelled')
  wanted.addEventListener('abort', cancel, { once: true })
  const silent = () => end('timed-out', `nothing was heard for ${silenceMs / 1_000} s`)
  let silence = setTimeout(silent, silenceMs)
  const whole = setTimeout(() => end('timed-out', `no end after ${timeoutMs / 1_000} s`), timeoutMs)
  return {
    signal: stop.signal,
    tick() {
      clearTimeout(silence)
      silence = setTimeout(silent, silenceMs)
    },
    enough: () => end('torn', 'the model said more than an answer can be'),
    stopped: () => why,
    end() {
      clearTimeout(silence)
      clearTimeout(whole)
      wanted.removeEventListener('abort', cancel)
    },
  }
}
