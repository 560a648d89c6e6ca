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

/** OpenAI Chat Completions, as every gateway and local model speaks it. */
export const chat: Protocol = {
  name: 'chat',
  matches: path => /\/chat\/completions(\?|$)/.test(path),
  read: body => ({
    model: textOf(body.model),
    stream: body.stream === true,
    turns: list(body.messages).flatMap(turnsOf),
    tools: list(body.tools).map(tool => textOf(tool.function?.name)),
    answerTool: body.tool_choice?.function?.name ?? null,
    schema: body.response_format?.json_schema?.schema ?? null,
  }),
  opening: speech =>
    chunk(speech, { role: 'assistant', ...(speech.content.tool ? callOf(speech.content, '') : {}) }),
  piece: (speech, delta) =>
    chunk(
      speech,
      speech.content.tool === null
        ? { content: delta }
        : { tool_calls: [{ index: 0, function: { arguments: delta } }] },
    ),
  closing: speech =>
    chunk(speech, {}, stopOf(speech.content)) +
    event({ ...completion(speech), object: 'chat.completion.chunk', choices: [] }) +
    'data: [DONE]\n\n',
  whole: speech => ({
    ...completion(speech),
    object: 'chat.completion',
    choices: [{ index: 0, message: messageOf(speech.content), finish_reason: stopOf(speech.content) }],
  }),
  error: (status, message) => ({ error: { message, type: 'error', code: String(status) } }),
}

function turnsOf({ role, content, tool_calls: calls }: Body): Turn[] {
  const from = role === 'assistant' ? 'model' : role === 'tool' || role === 'user' ? role : 'system'
  const texts = typeof content === 'string' ? [content] : list(content).map(part => textOf(part.text))
  return [...texts, ...list(calls).map(textOf)].map(text => ({ from, text }))
}

const stopOf = (content: Content): string => (content.tool === null ? 'stop' : 'tool_calls')

const callOf = ({ tool, text }: Content, given = text) => ({
  tool_calls: [{ index: 0, id: idOf('call'), type: 'function', function: { name: tool, arguments: given } }],
})

const messageOf = (content: Content) =>
  content.tool === null
    ? { role: 'assistant', content: content.text }
    : { role: 'assistant', content: null, ...callOf(content) }

function completion({ model, inputTokens, outputTokens }: Speech) {
  return {
    ...{ id: 'chatcmpl_1', created: 1_700_000_000, model },
    usage: {
      ...{ prompt_tokens: inputTokens, completion_tokens: outputTokens },
      total_tokens: inputTokens + outputTokens,
    },
  }
}

const chunk = ({ model }: Speech, delta: object, stop: string | null = null): string =>
  event({
    ...{ id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1_700_000_000, model },
    choices: [{ index: 0, delta, finish_reason: stop }],
  })
