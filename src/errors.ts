/** What went wrong, as a stable code that tests and scripts can match. */
export type ErrorCode =
  | 'E_USAGE'
  | 'E_NO_FOLDER'
  | 'E_NOT_A_REPOSITORY'
  | 'E_BARE_REPOSITORY'
  | 'E_NO_GIT'
  | 'E_GIT'
  | 'E_NO_COMMIT'
  | 'E_UNKNOWN_REVISION'
  | 'E_NO_CONFIG'
  | 'E_CONFIG'
  | 'E_CONFIG_EXISTS'
  | 'E_SHALLOW'
  | 'E_PARTIAL'
  | 'E_FETCH'
  | 'E_PUSH'
  | 'E_SIGN'
  | 'E_NOTHING_TO_VERIFY'
  | 'E_NOT_FOUND'
  | 'E_NOT_TAKEN_UP'
  | 'E_AMBIGUOUS'
  | 'E_STORE'
  | 'E_FENCED'
  | 'E_BUSY'
  | 'E_DAMAGED'
  | 'E_NEWER'
  | 'E_INSTALL'
  | 'E_HOOKS_PATH'
  | 'E_SETTINGS'
  | 'E_PERSON'
  | 'E_UNMERGED'
  | 'E_INTERRUPTED'
  | 'E_RESTORE'

/** `usage`: something to correct. `undecided`: we could not tell, which is never a yes. `interrupted`: by a person. */
export type ErrorKind = 'usage' | 'undecided' | 'interrupted'

export interface ErrorInfo {
  code: ErrorCode
  /** One sentence: what is wrong, and where. */
  message: string
  /** What to type or change. */
  hint?: string | undefined
  kind?: ErrorKind
  cause?: unknown
}

/** An error that a person can do something about. Anything else that is thrown is a bug of ours. */
export class WingmanError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly kind: ErrorKind

  constructor({ code, message, hint, kind = 'usage', cause }: ErrorInfo) {
    super(message, { cause })
    this.name = 'WingmanError'
    this.code = code
    this.hint = hint
    this.kind = kind
  }
}

/** The sentence of anything thrown, for places that must not throw again. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
