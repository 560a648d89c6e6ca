/**
 * What models, reviewers, loops and gates may be called. JavaScript moves numeric keys to the front, which would
 * reorder loops, and `__proto__` in JSON silently empties an object.
 */
export const NAME = /^[a-z][a-z0-9-]*$/

/** `fix` takes these words beside the names of models, so no model can have them. */
export const RESERVED_FOR_FIX = ['session', 'resume', 'nothing'] as const

// The same in one expression, so that the JSON Schema says it too.
export const MODEL_NAME = /^(?!(?:session|resume|nothing)$)[a-z][a-z0-9-]*$/

/** The reviewer that is always there. */
export const RULES = 'rules'
