import type { Content, ModelRequest } from './protocol.ts'

/** What the model does with a request. */
export type Reply =
  | { say: string }
  /** Calls a tool. */
  | { call: string; input: object }
  /** A structured answer, in the way the request asks for one. `half` breaks off in the middle. */
  | { answer: unknown; half?: true }
  | { fault: Fault }

export type Fault =
  | { status: 401 | 429 | 500; retryAfter?: number }
  /** The connection breaks in the middle; nothing more comes; it never ends. */
  | 'reset'
  | 'silence'
  | 'endless'

export type Script = (request: ModelRequest, index: number) => Reply | Promise<Reply>

/** What is said; null where something breaks instead. */
export function contentOf(reply: Reply, { answerTool }: ModelRequest): Content | null {
  if ('fault' in reply) return null
  if ('say' in reply) return { text: reply.say, tool: null }
  if ('call' in reply) return { text: JSON.stringify(reply.input), tool: reply.call }
  const text = JSON.stringify(reply.answer)
  return { text: reply.half ? text.slice(0, text.length / 2) : text, tool: answerTool }
}
