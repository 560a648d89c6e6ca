import {
  type Body,
  type Content,
  event,
  idOf,
  list,
  type Protocol,
  type Speech,
  type Turn,
  textOf,
} from './protocol.ts'

/** OpenAI Responses. */
export const responses: Protocol = {
  name: 'responses',
  matches: path => /\/responses(\?|$)/.test(path),
  read: body => ({
    model: textOf(body.model),
    stream: body.stream === true,
    turns: [
      { from: 'system', text: textOf(body.instructions) },
      ...(typeof body.input === 'string' ? [turn('user', body.input)] : list(body.input).flatMap(itemTurns)),
    ],
    tools: list(body.tools).flatMap(namesOf),
    answerTool: null,
    schema: body.text?.format?.schema ?? null,
  }),
  opening: speech =>
    event({ type: 'response.created', response: { ...response(speech), status: 'in_progress' } }) +
    event({
      type: 'response.output_item.added',
      output_index: 0,
      item: itemOf(speech.content, ''),
    }) +
    (speech.content.tool === null
      ? event({
          ...{ type: 'response.content_part.added', item_id: 'item_1', output_index: 0, content_index: 0 },
          part: { type: 'output_text', text: '', annotations: [] },
        })
      : ''),
  piece: ({ content }, delta) =>
    event({
      type: content.tool === null ? 'response.output_text.delta' : 'response.function_call_arguments.delta',
      ...{ item_id: 'item_1', output_index: 0, content_index: 0, delta },
    }),
  closing: speech => {
    const item = itemOf(speech.content)
    return (
      event({ type: 'response.output_item.done', output_index: 0, item }) +
      event({ type: 'response.completed', response: { ...response(speech), output: [item] } })
    )
  },
  whole: speech => ({ ...response(speech), output: [itemOf(speech.content)] }),
  error: (status, message) => ({ error: { message, type: ERRORS[status] ?? 'server_error', code: null } }),
}

const ERRORS: Record<number, string> = { 401: 'invalid_request_error', 429: 'rate_limit_exceeded' }

const turn = (role: unknown, text: string): Turn => ({
  from: role === 'assistant' ? 'model' : role === 'user' ? 'user' : 'system',
  text,
})

function itemTurns(item: Body): Turn[] {
  if (/_output$/.test(item.type)) return [{ from: 'tool', text: textOf(item.output) }]
  if (/_call$/.test(item.type) || item.type === 'reasoning') return [{ from: 'model', text: textOf(item) }]
  if (typeof item.content === 'string') return [turn(item.role, item.content)]
  return list(item.content).map(part => turn(item.role, textOf(part.text)))
}

/** Some tools have no name of their own, some stand in a group. */
function namesOf(tool: Body): string[] {
  if (Array.isArray(tool.tools)) return tool.tools.map((inner: Body) => `${tool.name}.${inner.name}`)
  return [textOf(tool.name ?? tool.type)]
}

function response({ model, inputTokens, outputTokens }: Speech) {
  return {
    ...{
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      status: 'completed',
      model,
      output: [],
    },
    usage: {
      ...{ input_tokens: inputTokens, input_tokens_details: { cached_tokens: 0 } },
      ...{ output_tokens: outputTokens, output_tokens_details: { reasoning_tokens: 0 } },
      total_tokens: inputTokens + outputTokens,
    },
  }
}

function itemOf({ tool, text }: Content, said = text) {
  if (tool !== null) {
    const names = tool.split('.')
    const space = names.length > 1 ? { namespace: names[0] } : {}
    const name = names.at(-1)
    return {
      id: 'item_1',
      type: 'function_call',
      call_id: idOf('call'),
      name,
      ...space,
      arguments: said,
    }
  }
  const content = [{ type: 'output_text', text: said, annotations: [] }]
  return { id: 'item_1', type: 'message', role: 'assistant', status: 'completed', content }
}
