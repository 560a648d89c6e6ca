import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ModelRequest, Protocol, Speech } from './protocol.ts'
import { contentOf, type Fault, type Reply } from './reply.ts'

interface Sending {
  protocol: Protocol
  request: ModelRequest
  response: ServerResponse
}

export function send(reply: Reply, { protocol, request, response }: Sending): void {
  const content = contentOf(reply, request)
  // About four characters each, so that who asks less also pays less.
  const tokens = (text: string) => Math.ceil(text.length / 4)
  const speech: Speech = {
    content: content ?? { text: '', tool: null },
    model: request.model,
    inputTokens: tokens(request.text),
    outputTokens: tokens(content?.text ?? ''),
  }
  if ('fault' in reply) sendFault(reply.fault, speech, { protocol, request, response })
  else if (request.stream) sendStream(speech, protocol, response)
  else sendJson(response, 200, protocol.whole(speech))
}

function sendStream(speech: Speech, protocol: Protocol, response: ServerResponse): void {
  begin(response)
  response.write(protocol.opening(speech))
  for (const delta of pieces(speech.content.text)) response.write(protocol.piece(speech, delta))
  response.end(protocol.closing(speech))
}

function sendFault(fault: Fault, speech: Speech, { protocol, request, response }: Sending): void {
  if (typeof fault === 'object') {
    const { status, retryAfter } = fault
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    sendJson(response, status, protocol.error(status, `scripted ${status}`))
    return
  }
  begin(response, request.stream)
  // Never twice the same: a client may stop at what goes round in circles.
  const piece = () => (request.stream ? protocol.piece(speech, `${randomUUID()}\n`) : ' ')
  response.write(request.stream ? protocol.opening(speech) + piece() : '{')
  if (fault === 'reset') setTimeout(() => response.destroy(), 50)
  if (fault === 'endless') forever(response, piece)
}

function forever(response: ServerResponse, piece: () => string): void {
  const timer = setInterval(() => response.write(piece()), 20)
  response.once('close', () => clearInterval(timer))
}

function begin(response: ServerResponse, stream = true): void {
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const pieces = (text: string): string[] => text.match(/[\s\S]{1,8192}/g) ?? []
