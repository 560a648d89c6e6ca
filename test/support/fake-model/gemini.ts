import {
  type Body,
  type Content,
  event,
  list,
  type Protocol,
  type Speech,
  type Turn,
  textOf,
} from './protocol.ts'

/** Gemini's own API: the model and the manner stand in the path. */
export const gemini: Protocol = {
  name: 'gemini',
  matches: path => /:(stream)?[gG]enerateContent(\?|$)/.test(path),
  read: (body, path) => ({
    model: /models\/([^:/]+):/.exec(path)?.[1] ?? '',
    stream: path.includes(':streamGenerateContent'),
    turns: [
      ...partsOf(body.systemInstruction, 'system'),
      ...list(body.contents).flatMap(content =>
        partsOf(content, content.role === 'model' ? 'model' : 'user'),
      ),
    ],
    tools: list(body.tools).flatMap(tool => list(tool.functionDeclarations).map(({ name }) => textOf(name))),
    answerTool: null,
    schema: body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema ?? null,
  }),
  opening: () => '',
  // A call comes whole, with the last chunk.
  piece: (speech, delta) => (speech.content.tool === null ? chunk(speech, [{ text: delta }]) : ''),
  closing: speech =>
    chunk(speech, speech.content.tool === null ? [{ text: '' }] : [partOf(speech.content)], 'STOP'),
  whole: speech => answer(speech, [partOf(speech.content)], 'STOP'),
  error: (status, message) => ({ error: { code: status, message, status: ERRORS[status] ?? 'INTERNAL' } }),
}

const ERRORS: Record<number, string> = { 401: 'UNAUTHENTICATED', 429: 'RESOURCE_EXHAUSTED' }

function partsOf(content: Body, from: Turn['from']): Turn[] {
  return list(content?.parts).map(part => {
    if (part.functionResponse) return { from: 'tool', text: textOf(part.functionResponse.response) }
    return { from, text: textOf(part.text ?? part) }
  })
}

const partOf = ({ tool, text }: Content): object =>
  tool === null ? { text } : { functionCall: { name: tool, args: JSON.parse(text) } }

function answer({ model, inputTokens, outputTokens }: Speech, parts: object[], stop?: string) {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(stop ? { finishReason: stop } : {}) }],
    modelVersion: model,
    usageMetadata: {
      ...{ promptTokenCount: inputTokens, candidatesTokenCount: outputTokens },
      totalTokenCount: inputTokens + outputTokens,
    },
  }
}

const chunk = (speech: Speech, parts: object[], stop?: string): string => event(answer(speech, parts, stop))
