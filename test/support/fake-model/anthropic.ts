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

/** Anthropic Messages. */
export const anthropic: Protocol = {
  name: 'anthropic',
  matches: path => /\/messages(\?|$)/.test(path),
  read: body => ({
    model: textOf(body.model),
    stream: body.stream === true,
    turns: [
      { from: 'system', text: textOf(body.system) },
      ...list(body.messages).flatMap(({ role, content }) =>
        typeof content === 'string'
          ? [turn(role, content)]
          : list(content).map(block => blockTurn(role, block)),
      ),
    ],
    tools: list(body.tools).map(tool => textOf(tool.name)),
    answerTool: answerToolOf(body),
    schema:
      body.output_config?.format?.schema ?? body.output_format?.schema ?? schemaOf(body, answerToolOf(body)),
  }),
  opening: speech =>
    event({
      type: 'message_start',
      message: { ...message(speech), content: [], stop_reason: null },
    }) +
    event({
      type: 'content_block_start',
      index: 0,
      content_block: emptied(blockOf(speech.content)),
    }),
  piece: ({ content }, delta) =>
    event({
      type: 'content_block_delta',
      index: 0,
      delta:
        content.tool === null
          ? { type: 'text_delta', text: delta }
          : { type: 'input_json_delta', partial_json: delta },
    }),
  closing: speech =>
    event({ type: 'content_block_stop', index: 0 }) +
    event({
      type: 'message_delta',
      delta: { stop_reason: stopOf(speech.content), stop_sequence: null },
      usage: { output_tokens: speech.outputTokens },
    }) +
    event({ type: 'message_stop' }),
  whole: speech => ({ ...message(speech), content: [blockOf(speech.content, true)] }),
  error: (status, text) => ({ type: 'error', error: { type: ERRORS[status] ?? 'api_error', message: text } }),
}

const ERRORS: Record<number, string> = { 401: 'authentication_error', 429: 'rate_limit_error' }

/** Claude Code has a tool of that name for `--json-schema`; the AI SDK asks for one by `tool_choice`. */
function answerToolOf({ tools, tool_choice: choice }: Body): string | null {
  if (choice?.type === 'tool') return choice.name
  return list(tools).some(tool => tool.name === 'StructuredOutput') ? 'StructuredOutput' : null
}

const schemaOf = (body: Body, name: string | null): unknown =>
  list(body.tools).find(tool => tool.name === name)?.input_schema ?? null

function turn(role: unknown, text: string): Turn {
  return { from: role === 'assistant' ? 'model' : role === 'system' ? 'system' : 'user', text }
}

function blockTurn(role: unknown, block: Body): Turn {
  if (block.type === 'tool_result') return { from: 'tool', text: textOf(block.content) }
  return turn(role, block.type === 'text' ? textOf(block.text) : textOf(block))
}

const stopOf = (content: Content): string => (content.tool === null ? 'end_turn' : 'tool_use')

function message({ model, content, inputTokens, outputTokens }: Speech) {
  return {
    ...{ id: idOf('msg'), type: 'message', role: 'assistant', model },
    ...{ stop_reason: stopOf(content), stop_sequence: null },
    usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  }
}

function blockOf({ tool, text }: Content, parsed = false) {
  if (tool === null) return { type: 'text', text }
  return { type: 'tool_use', id: idOf('toolu'), name: tool, input: parsed ? JSON.parse(text) : {} }
}

const emptied = (block: object): object => ('text' in block ? { ...block, text: '' } : block)
