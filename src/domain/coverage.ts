/** Which files of the change really reached a reviewer. What was not covered was not reviewed. */
export interface Coverage {
  covered: string[]
  /** Left out on purpose, by the config or by the reviewer's own scope, with the reason. */
  ignored: Omission[]
  /** Should have been covered and was not. */
  missed: Omission[]
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
