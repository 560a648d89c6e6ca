/** `500ms`, `10s`, `5m`, `1h`: what people write instead of milliseconds. */
export const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/
/** The same, and more than nothing. */
export const SOME_TIME = /^(?!0+(?:\.0+)?[a-z])\d+(?:\.\d+)?(?:ms|s|m|h)$/
/** `$0.50`: what people write instead of a number whose currency nobody remembers. */
export const MONEY = /^\$(\d+(?:\.\d+)?)$/

const MILLISECONDS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds; null if it is not a duration. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = DURATION.exec(text) ?? []
  if (amount === undefined || unit === undefined) return null
  return Math.round(Number(amount) * MILLISECONDS[unit as keyof typeof MILLISECONDS])
}

/** The same with days, `30d`: for what is kept, not for what is waited for. */
export function parseAge(text: string): number | null {
  const days = /^(\d+(?:\.\d+)?)d$/.exec(text)?.[1]
  return days === undefined ? parseDuration(text) : Math.round(Number(days) * 24 * MILLISECONDS.h)
}

/** `2026-11-01`, as its beginning in UTC; null if there is no such day. */
export function parseDay(text: string): Date | null {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : Number.NaN)
  // The 31st of a month with thirty days would be read as the first of the next.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : null
}

/** Dollars; null if it is not an amount. */
export function parseMoney(text: string): number | null {
  const [, amount] = MONEY.exec(text) ?? []
  return amount === undefined ? null : Number(amount)
}
