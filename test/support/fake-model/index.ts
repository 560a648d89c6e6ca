import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import type { ModelRequest } from './protocol.ts'
import type { Script } from './reply.ts'
import { responses } from './responses.ts'
import { send, sendJson } from './send.ts'

export interface FakeModel {
  /** Without a path: `/v1` and the rest are the client's. */
  url: string
  /** What was asked of the model, oldest first. */
  requests: ModelRequest[]
  /** Everything else that was asked for: `GET /v1/models`. */
  others: string[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const PROTOCOLS = [anthropic, responses, chat, gemini]

/** A model that does what a script says, on loopback, in all the ways our models are asked. */
export async function fakeModel(script: Script): Promise<FakeModel> {
  const requests: ModelRequest[] = []
  const others: string[] = []
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(error => sendJson(response, 500, { error: { message: String(error) } }))
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? ''
    // Codex asks for a socket first, and takes this for an answer.
    if (incoming.headers.upgrade !== undefined) return sendJson(response, 426, {})
    const text = await textIn(incoming)
    const protocol = incoming.method === 'POST' && PROTOCOLS.find(one => one.matches(path))
    if (!protocol) {
      others.push(`${incoming.method} ${path}`)
      return sendJson(response, path.endsWith('/models') ? 200 : 404, { object: 'list', data: [] })
    }
    const read = protocol.read(JSON.parse(text), path)
    const request = { protocol: protocol.name, path, headers: incoming.headers, text, ...read }
    requests.push(request)
    send(await script(request, requests.length - 1), { protocol, request, response })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      // A silent stream has nobody else to end it.
      server.closeAllConnections()
    })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, others, close, [Symbol.asyncDispose]: close }
}

async function textIn(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
