/** The full counts take a while; CI runs fewer, and says so. */
export const IS_FULL = process.env.WINGMAN_FAULTS === 'full'

export const COUNTS = IS_FULL
  ? { races: 2_000, bumps: 200, burst: 50, records: 10_000 }
  : { races: 150, bumps: 200, burst: 15, records: 10_000 }
