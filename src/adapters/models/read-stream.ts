import type { JSONSchema7 } from 'ai'
import type { Cost } from '../../domain/outcome.ts'
import type { Question } from './asker.ts'
import type { HttpModel, SdkModel } from './providers.ts'
import type { SilenceClock } from './silence-clock.ts'

export interface Streamed {
  text: string
  cost: Cost | null
  /** Why the model ended, as the API tells; null when nobody told. */
  ending: string | null
  /** What broke the stream; null when it came to its end. */
  error: unknown
}

interface Asked {
  model: HttpModel
  question: Question
  clock: SilenceClock
}

/** Everything that is said, to the end of the stream or to where it broke. */
export async function readStream(sdk: SdkModel, { model, question, clock }: Asked): Promise<Streamed> {
  const { streamText, wrapLanguageModel } = await import('ai')
  // Not by `output`: the SDK would parse all that came so far at every piece that comes.
  const shaped = wrapLanguageModel({
    model: sdk as Parameters<typeof wrapLanguageModel>[0]['model'],
    middleware: {
      specificationVersion: 'v3',
      transformParams: async ({ params }) => ({
        ...params,
        responseFormat: { type: 'json', schema: question.schema as JSONSchema7, name: 'review' },
      }),
    },
  })
  const { fullStream } = streamText({
    model: shaped,
    prompt: question.prompt,
    maxOutputTokens: model.maxOutput,
    // Ours are bounded by the budget.
    maxRetries: 0,
    abortSignal: clock.signal,
    // By default it is printed.
    onError: () => {},
  })
  const heard: Streamed = { text: '', cost: null, ending: null, error: null }
  let size = 0
  for await (const part of fullStream) {
    if (part.type === 'text-delta') hear(heard, part.text, { question, clock })
    else if (part.type === 'reasoning-delta') clock.tick()
    else if (part.type === 'error') heard.error ??= part.error
    else if (part.type === 'finish-step') {
      heard.cost = costOf(part.usage)
      heard.ending = part.finishReason
    }
    // A token is hardly ever longer; whoever says or thinks more ignores what it was told.
    size += 'text' in part && typeof part.text === 'string' ? part.text.length : 0
    if (size > model.maxOutput * 16) clock.enough()
  }
  return heard
}

function hear(heard: Streamed, piece: string, { question, clock }: Omit<Asked, 'model'>): void {
  clock.tick()
  heard.text += piece
  // Not the words themselves: they may repeat a secret, cut in two where no mask knows it.
  question.notice({ line: `answering (${heard.text.length.toLocaleString('en')} characters)` })
}

function costOf(usage: { inputTokens: number | undefined; outputTokens: number | undefined }): Cost | null {
  const { inputTokens, outputTokens } = usage
  if (inputTokens === undefined && outputTokens === undefined) return null
  return { dollars: null, inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null }
}
