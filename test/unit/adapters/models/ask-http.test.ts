import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '../../../../src/adapters/models/asker.ts'
import { askerFor } from '../../../../src/adapters/models/index.ts'
import { answerJsonSchema } from '../../../../src/adapters/reviewers/model/answer.schema.ts'
import type { HttpModel } from '../../../../src/domain/resolved-config.ts'
import { type FakeModel, fakeModel } from '../../../support/fake-model/index.ts'
import type { Reply } from '../../../support/fake-model/reply.ts'
import { APPROVED } from '../../../support/fake-model/roles.ts'
import { httpModel } from '../../../support/models.ts'

let server: FakeModel | undefined
afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
})

const LIMITS = { repository: '/nowhere', timeoutMs: 20_000, silenceMs: 5_000 }

type Given = { model?: Partial<HttpModel>; question?: Partial<Question>; limits?: Partial<typeof LIMITS> }

async function ask(reply: Reply, given: Given = {}) {
  server = await fakeModel(() => reply)
  const model = httpModel(`${server.url}/v1`, given.model)
  return askerFor(model, { ...LIMITS, ...given.limits }).ask({
    prompt: 'Look at this.',
    schema: answerJsonSchema(),
    tree: null,
    maxDollars: 1,
    signal: new AbortController().signal,
    notice: () => {},
    ...given.question,
  })
}

const ANTHROPIC = { api: 'anthropic', model: 'claude-haiku-4-5', keyEnv: 'SOME_KEY' }

describe.each<[string, Partial<HttpModel>]>([
  ['anthropic', ANTHROPIC],
  ['openai-compatible', { keyEnv: 'SOME_KEY' }],
])('a model behind %s', (_, model) => {
  test('answers in the shape it is given, with what it took', async () => {
    vi.stubEnv('SOME_KEY', 'k-123')
    const lines: string[] = []
    const question = { notice: ({ line = '' }) => void lines.push(line) }
    const heard = await ask({ answer: APPROVED }, { model, question })
    expect(heard).toMatchObject({ state: 'done', answer: APPROVED })
    expect(heard.cost?.inputTokens).toBeGreaterThan(0)
    expect(heard.cost?.outputTokens).toBeGreaterThan(0)
    expect(lines.at(-1)).toMatch(/^answering \(\d+ characters\)$/)
    const [request] = server?.requests ?? []
    expect(request?.schema).toMatchObject({ required: ['result', 'summary', 'findings'] })
    expect(request?.stream).toBe(true)
    expect(JSON.stringify(request?.headers)).toContain('k-123')
    expect(request?.text).not.toContain('k-123')
  })

  test.each<[string, Reply, object]>([
    [
      'a wrong key',
      { fault: { status: 401 } },
      { state: 'failed', reason: expect.stringMatching(/key \(401\)/) },
    ],
    [
      'its limit',
      { fault: { status: 429, retryAfter: 7 } },
      { state: 'quota', again: { afterMs: 7_000 }, reason: expect.stringMatching(/limit \(429\)/) },
    ],
    ['an error of its own', { fault: { status: 500 } }, { state: 'failed', again: { afterMs: null } }],
    ['a connection that breaks', { fault: 'reset' }, { state: 'failed', again: { afterMs: null } }],
    ['half a JSON', { answer: APPROVED, half: true }, { state: 'torn' }],
    ['nothing', { say: '' }, { state: 'torn', reason: 'the model said nothing' }],
  ])('that comes to %s', async (_, reply, expected) => {
    vi.stubEnv('SOME_KEY', 'k-123')
    expect(await ask(reply, { model })).toMatchObject(expected)
    expect(server?.requests).toHaveLength(1)
  })

  test('that falls silent is not waited for', async () => {
    vi.stubEnv('SOME_KEY', 'k-123')
    const heard = await ask({ fault: 'silence' }, { model, limits: { silenceMs: 300 } })
    expect(heard).toMatchObject({ state: 'timed-out', reason: 'nothing was heard for 0.3 s' })
  })

  test('that never ends is ended', async () => {
    vi.stubEnv('SOME_KEY', 'k-123')
    const heard = await ask({ fault: 'endless' }, { model: { ...model, maxOutput: 200 } })
    expect(heard).toMatchObject({ state: 'torn', reason: 'the model said more than an answer can be' })
  })
})

test('words are handed on as words', async () => {
  const text = 'It is all fine. {"result":"approved","summary":"","findings":[]}'
  expect(await ask({ say: text })).toMatchObject({ state: 'prose', text })
})

test('an answer in a block is one, and one with words around it is not', async () => {
  const block = `\`\`\`json\n${JSON.stringify(APPROVED)}\n\`\`\``
  expect(await ask({ say: block })).toMatchObject({ state: 'done', answer: APPROVED })
  await server?.close()
  expect(await ask({ say: `The diff says:\n${block}` })).toMatchObject({ state: 'prose' })
})

describe('a stream that ends', () => {
  const whole = JSON.stringify(APPROVED)
  const words = 'I looked at the first file, and it is fine.'

  test.each<[string, string | null, string, string]>([
    ['at the length that was given, with a whole answer', 'length', whole, 'torn'],
    ['at the length that was given, in words', 'length', words, 'torn'],
    ['at a filter', 'content_filter', whole, 'torn'],
    ['without an end, in words', null, words, 'failed'],
    ['without an end, with a whole answer', null, whole, 'failed'],
    ['for a reason that nobody knows, in words', 'eos_token', words, 'torn'],
    ['for a reason that nobody knows, with a whole answer', 'eos_token', whole, 'done'],
    ['as it should, in words', 'stop', words, 'prose'],
  ])('%s', async (_, ending, text, state) => {
    const chunk = (delta: object, stop: string | null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: stop }] })}\n\n`
    const end = ending === null ? '' : `${chunk({}, ending)}data: [DONE]\n\n`
    expect(await askStream(chunk({ role: 'assistant', content: text }, null) + end)).toMatchObject({ state })
  })

  test('never, and only thinks, is ended', async () => {
    const thought = `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { reasoning_content: 'hm '.repeat(2_000) }, finish_reason: null }] })}\n\n`
    const heard = await askStream(thought.repeat(5), { maxOutput: 200 })
    expect(heard).toMatchObject({ state: 'torn', reason: 'the model said more than an answer can be' })
  })
})

test.each<[string, Record<string, string>, number | null]>([
  ['in seconds', { 'retry-after': '7' }, 7_000],
  ['in milliseconds', { 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [
    'by a date of its own clock',
    { date: 'Thu, 01 Jan 1998 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 1998 00:00:09 GMT' },
    9_000,
  ],
  ['before now', { 'retry-after': '-3' }, 0],
  ['in words', { 'retry-after': 'soon' }, null],
])('how long to wait may be said %s', async (_, headers, afterMs) => {
  const other = createServer((_, response) => response.writeHead(429, headers).end('{}'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const heard = await ask({ say: '' }, { model: { baseUrl } }).finally(() => other.close())
  expect(heard).toMatchObject({ state: 'quota', again: { afterMs } })
})

/** A server that says these bytes, and no more. */
async function askStream(body: string, model: Partial<HttpModel> = {}) {
  const other = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body),
  )
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  return ask({ say: '' }, { model: { ...model, baseUrl } }).finally(() => other.close())
}

test('a key that is not set is asked for by name, and nobody is called', async () => {
  vi.stubEnv('SOME_KEY', undefined)
  expect(await ask({ answer: APPROVED }, { model: { keyEnv: 'SOME_KEY' } })).toMatchObject({
    state: 'missing',
    reason: 'the environment variable SOME_KEY, which holds the key of `local`, is not set',
  })
  expect(server?.requests).toEqual([])
})

test('a dialect that is not spoken is named', async () => {
  expect(await ask({ answer: APPROVED }, { model: { api: 'esperanto' } })).toMatchObject({ state: 'missing' })
})

test('cancelling ends it at once', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 100)
  expect(await ask({ fault: 'silence' }, { question: { signal: stop.signal } })).toMatchObject({
    state: 'cancelled',
  })
})

test('nobody is there', async () => {
  const gone = createServer()
  await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/v1`
  await new Promise(resolve => gone.close(resolve))
  const heard = await ask({ answer: APPROVED }, { model: { baseUrl } })
  expect(heard).toMatchObject({ state: 'missing' })
  expect(heard.again, 'it will not be there a second later').toBeUndefined()
  const { reason } = heard as { reason: string }
  expect(reason).toContain(`nobody answers at ${baseUrl}, where \`local\` should be: `)
  expect(reason.split('ECONNREFUSED'), 'said once').toHaveLength(2)
})

test('somebody else is there', async () => {
  const other = createServer((_, response) => response.writeHead(404).end('Not Found'))
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const heard = await ask({ say: '' }, { model: { baseUrl } }).finally(() => other.close())
  expect(heard).toMatchObject({
    state: 'missing',
    reason: `${baseUrl} is no API (404): does \`baseUrl\` of \`local\` lack a \`/v1\`?`,
  })
})

test('a redirect is not followed, and a key in an error is not repeated', async () => {
  vi.stubEnv('SOME_KEY', 'k-123')
  const seen: string[] = []
  const other = createServer((request, response) => {
    seen.push(request.url ?? '')
    if (request.url?.startsWith('/moved')) response.writeHead(307, { location: '/there' }).end()
    else
      response
        .writeHead(418, { 'content-type': 'application/json' })
        .end('{"error":{"message":"what is k-123? \\u001b[31m"}}')
  })
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  try {
    expect(await ask({ say: '' }, { model: { baseUrl: `${at}/moved` } })).toMatchObject({ state: 'failed' })
    expect(seen).toEqual(['/moved/chat/completions'])
    await server?.close()
    const refused = await ask({ say: '' }, { model: { baseUrl: at, keyEnv: 'SOME_KEY' } })
    expect(refused).toMatchObject({ reason: 'the API of `local` refuses the question (418): what is ****?' })
  } finally {
    other.close()
  }
})
