/** Why a request for review could not be answered. */
export interface Trouble {
  code: string
  message: string
  /** What to do about it. */
  hint: string | null
}
