import * as z from 'zod'
import { MODEL_NAME, NAME } from './names.ts'
import { DURATION, MONEY } from './units.ts'

/** The pieces that the schema is made of. Their sentences are in `messages.ts`, found by the pattern that failed. */

export const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
export const PROMPT = /^(?:\.\/.+|[a-z][a-z0-9-]*)$/
export const COMMAND = /^\/[a-z0-9][a-z0-9:_-]*$/i
export const URL_START = /^https?:\/\/\S+$/

export const text = () => z.string().min(1)
export const pattern = (expression: RegExp) => z.string().regex(expression)
export const duration = () => pattern(DURATION)
export const money = () => pattern(MONEY)
export const envName = () => pattern(ENV_NAME)

/** A list that may be `as const`. */
export const list = <T extends z.ZodType>(of: T) => z.array(of).readonly()
/** One that says nothing when it is empty. */
export const someOf = <T extends z.ZodType>(of: T) => z.array(of).min(1).readonly()

export const named = <T extends z.ZodType>(value: T) => z.record(pattern(NAME), value)
export const modelsBy = <T extends z.ZodType>(value: T) => z.record(pattern(MODEL_NAME), value)
