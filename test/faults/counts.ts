/** The full counts take a while; CI runs fewer, and says so. Not a name of ours: those are taken out of every test's environment. */
export const IS_FULL = process.env.FAULTS === 'full'

export const COUNTS = IS_FULL
  ? { races: 2_000, bumps: 200, burst: 50, records: 10_000 }
  : { races: 100, bumps: 200, burst: 15, records: 10_000 }
