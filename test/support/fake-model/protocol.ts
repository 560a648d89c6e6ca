import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Who speaks: the person or program that asks, the model, a tool that it called, the one who set it up. */
export interface Turn {
  from: 'user' | 'model' | 'tool' | 'system'
  text: string
}

/** A request, read the same way whatever protocol it came in. */
export interface ModelRequest {
  protocol: ProtocolName
  path: string
  headers: IncomingHttpHeaders
  /** The body as it came: what a canary is looked for in. */
  text: string
  model: string
  stream: boolean
  turns: Turn[]
  /** The names of the tools that the model may call. */
  tools: string[]
  /** The tool by which a structured answer is to be given; null where it is to be the text itself. */
  answerTool: string | null
  /** What the answer has to look like; null where nothing was said of it. */
  schema: unknown
}

export type ProtocolName = 'anthropic' | 'responses' | 'chat' | 'gemini'

/** What the model says in one turn: words, or the call of a tool with its input as JSON. */
export type Content = { text: string; tool: null } | { text: string; tool: string }

export interface Speech {
  content: Content
  model: string
  inputTokens: number
  outputTokens: number
}

/** One model API: how it asks, and how it is answered. Events are whole lines of a server-sent stream. */
export interface Protocol {
  name: ProtocolName
  matches(path: string): boolean
  read(body: Body, path: string): Omit<ModelRequest, 'protocol' | 'path' | 'headers' | 'text'>
  opening(speech: Speech): string
  piece(speech: Speech, delta: string): string
  closing(speech: Speech): string
  whole(speech: Speech): unknown
  error(status: number, message: string): unknown
}

/** JSON from outside: looked into, never trusted to have a shape. */
// biome-ignore lint/suspicious/noExplicitAny: four foreign formats, read leniently; a test helper.
export type Body = any

/** As the APIs do it: what has a type is also an event of that name. */
export function event(data: object): string {
  const name = 'type' in data ? `event: ${data.type}\n` : ''
  return `${name}data: ${JSON.stringify(data)}\n\n`
}

export const list = (value: unknown): Body[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** A client that counts by id would take two of the same for one. */
export const idOf = (kind: string): string => `${kind}_${randomUUID()}`
