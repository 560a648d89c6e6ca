import { maskSecrets } from '../../domain/mask.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { type Unanswered, unanswered } from './asker.ts'
import type { HttpModel } from './providers.ts'

/** What the SDK's `APICallError` has; read leniently, since only a loaded SDK could tell its own errors. */
interface ApiError {
  message?: string
  statusCode?: number
  responseBody?: string
  responseHeaders?: Record<string, string>
  cause?: unknown
}

/** What went wrong, as a state and one short sentence; and whether asking once more may help. */
export function readError(model: HttpModel, error: unknown): Unanswered {
  const { statusCode: status, responseHeaders = {} } = apiError(error)
  const said = words(model, error)
  const again = { again: { afterMs: retryAfter(responseHeaders) } }
  const who = `the API of \`${model.name}\``
  if (isUnreachable(error))
    return unanswered(
      'missing',
      `nobody answers at ${addressOf(model)}, where \`${model.name}\` should be: ${said}`,
    )
  // A connection that breaks in the middle of a stream had begun well.
  if (status === undefined || status < 400)
    return unanswered('failed', `${who} broke off: ${said}`, { ...again, worked: true })
  if (status === 401 || status === 403)
    return unanswered('failed', `${who} refuses the key (${status}): ${said}`)
  if (status === 402 || isOutOfMoney(status, said))
    return unanswered('quota', `${who} is out of quota (${status}): ${said}`)
  if (status === 429) return unanswered('quota', `${who} is at its limit (429): ${said}`, again)
  if (status === 404 && !saysItself(error))
    return unanswered(
      'missing',
      `${addressOf(model)} is no API (404): does \`baseUrl\` of \`${model.name}\` lack a \`/v1\`?`,
    )
  if (status === 404) return unanswered('missing', `${who} does not know \`${model.model}\` (404): ${said}`)
  if (status >= 500 || status === 408)
    return unanswered('failed', `${who} failed (${status}): ${said}`, again)
  return unanswered('failed', `${who} refuses the question (${status}): ${said}`)
}

const isOutOfMoney = (status: number, said: string): boolean =>
  [400, 403, 429].includes(status) && /credit balance|insufficient_quota|billing/i.test(said)

/** A server that is not running, or has no such name: then another may be asked, and the same one not again. */
const isUnreachable = (error: unknown): boolean => {
  const { code } = (apiError(error).cause ?? {}) as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND'
}

/** An API says in JSON what it does not know; whatever else stands at that address does not. */
const saysItself = (error: unknown): boolean => /^\s*\{/.test(apiError(error).responseBody ?? '')

/** Without the password that may stand in it. */
const addressOf = ({ baseUrl }: HttpModel): string =>
  oneLine(maskSecrets(baseUrl ?? 'its usual address'), 200)

/** A broken connection comes wrapped. */
function apiError(error: unknown): ApiError {
  const seen = error as ApiError | null
  if (typeof seen !== 'object' || seen === null) return {}
  if (seen.statusCode !== undefined) return seen
  const { lastError } = error as { lastError?: ApiError }
  return lastError?.statusCode === undefined ? seen : lastError
}

/** Short, without escapes, and without the key: some servers repeat it. */
function words({ keyEnv }: HttpModel, error: unknown): string {
  const { message, cause } = apiError(error)
  const said = message ?? String(error)
  const because = cause instanceof Error && !said.includes(cause.message) ? `: ${cause.message}` : ''
  const text = said + because
  const key = keyEnv === null ? undefined : process.env[keyEnv]
  return oneLine(maskSecrets(key ? text.replaceAll(key, '****') : text), 200)
}

/** Seconds, or a date: by the server's own clock, since ours need not agree with it. */
function retryAfter(headers: Record<string, string>): number | null {
  const { 'retry-after-ms': ms, 'retry-after': after, date } = headers
  const waits = [Number(ms ?? Number.NaN), Number(after ?? Number.NaN) * 1_000, between(date, after)]
  const wait = waits.find(Number.isFinite)
  return wait === undefined ? null : Math.max(0, wait)
}

const between = (from = '', to = ''): number => Date.parse(to) - Date.parse(from)
