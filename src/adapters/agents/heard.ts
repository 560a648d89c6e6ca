import { maskSecrets } from '../../domain/mask.ts'
import type { Cost } from '../../domain/outcome.ts'
import { oneLine, plainText } from '../../domain/plain-text.ts'
import { boundedOutput } from '../bounded-output.ts'
import type { ChildEnd } from '../child-process.ts'
import type { AgentAnswer } from './agent.ts'

/** How a CLI's run ended, and what it printed until then. */
export interface Heard {
  end: ChildEnd
  stdout: string
  /** It printed more than is kept of it. */
  isCut: boolean
  stderr: string
  silenceMs: number
}

export type Failure = Pick<Extract<AgentAnswer, { reason: string }>, 'state' | 'reason' | 'worked'>
/** What an end means. */
export type Said = Failure | { state: 'prose'; text: string } | { state: 'done'; answer: unknown }

/** What was heard, with its price, and with what is kept for the log. */
export function answerWith(heard: Heard, said: Said, cost: Cost | null): AgentAnswer {
  return { ...said, cost, output: kept(heard.stdout + heard.stderr) }
}

/** A log is read by people: the beginning and the end will do. Masked before it is cut: half a key is no key that anybody knows. */
function kept(text: string): string {
  const output = boundedOutput()
  output.add(Buffer.from(maskSecrets(text)))
  return output.text()
}

interface Teller {
  title: string
  /** What it complained of on the way, the newest last. */
  complaints?: readonly string[]
}

/** Why nothing that was printed counts: it was not let to its end, or never began. */
export function whyCutShort(
  { end, isCut, silenceMs }: Heard,
  { title, complaints = [] }: Teller,
): Failure | null {
  switch (end.how) {
    case 'timed-out': {
      const why = end.silent ? `said nothing for ${silenceMs / 1_000} s` : 'talked on and came to no end'
      // Told to come back in an hour, a CLI waits for an hour.
      const limit = complaint(title, complaints.at(-1) ?? '')
      return limit.state === 'quota' ? limit : { state: 'timed-out', reason: `${title} ${why}` }
    }
    case 'cancelled':
      return { state: 'cancelled', reason: 'cancelled' }
    case 'killed':
      return failed(`${title} was killed by ${end.signal}`)
    case 'not-started': {
      const reason = `${title} did not start: ${masked(end.reason, 200)}`
      return end.missing ? { state: 'missing', reason } : failed(reason)
    }
    case 'exited':
      return isCut ? { state: 'torn', reason: `${title} printed more than an answer can be` } : null
  }
}

/** As it may stand in a record: a CLI may well repeat the key that it was refused with. */
export const masked = (text: string, limit: number): string => oneLine(maskSecrets(plainText(text)), limit)

export const failed = (reason: string): Failure => ({ state: 'failed', reason })

/** What a CLI complains of, in its own words: at its limit, without an account, or something else. */
export function complaint(title: string, said: string): Failure {
  const words = masked(said, 200)
  if (
    /\b429\b|too many requests|rate.?limit|quota|resource.?exhausted|(usage|hit your\b.{0,20}) limit|credit balance|insufficient.{0,20}(credit|balance)/i.test(
      words,
    )
  ) {
    return { state: 'quota', reason: `${title} is at its limit: ${words}`, worked: false }
  }
  if (
    /\b401\b|unauthori[sz]ed|authenticat|invalid (api|authorization).?key|\/login|log.?in\b|api key/i.test(
      words,
    )
  ) {
    return { ...failed(`${title} is not logged in: ${words}`), worked: false }
  }
  return failed(`${title} reports an error: ${words}`)
}

export function badExit({ end, stderr }: Heard, title: string): Failure | null {
  if (end.how !== 'exited' || end.code === 0) return null
  const line = masked(stderr.trimEnd().split('\n').at(-1) ?? '', 200)
  return failed(`${title} ended with exit code ${end.code}${line === '' ? '' : `: ${line}`}`)
}
