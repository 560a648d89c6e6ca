/** Which files of the change really reached a reviewer. What was not covered was not reviewed. */
export interface Coverage {
  covered: string[]
  /** Left out on purpose, by the config or by the reviewer's own scope, with the reason. */
  ignored: Omission[]
  /** Should have been covered and was not. */
  missed: Omission[]
  /** What was put before whom, by digest; only models have them. */
  receipts?: Receipt[] | undefined
}

/** One question to a panel of models: which hunks of which files they were shown, so that it can be proven later. */
export interface Receipt {
  /** The digest of everything that their answer hangs on. */
  group: string
  models: string[]
  /** Known from an earlier round: these hunks did not go out again. */
  reused: boolean
  files: { file: string; digest: string; hunks: string[] }[]
}

export interface Omission {
  file: string
  reason: string
}

/** A reviewer that never got to work has missed everything it was asked to look at. */
export const everythingMissed = (files: readonly string[], reason: string): Coverage => ({
  covered: [],
  ignored: [],
  missed: files.map(file => ({ file, reason })),
})

export const isWhole = (coverage: Coverage): boolean => coverage.missed.length === 0
