import type { LanguageModel } from 'ai'
import type { ResolvedModel } from '../../domain/resolved-config.ts'

export type HttpModel = Extract<ResolvedModel, { api: string }>
export type SdkModel = Exclude<LanguageModel, string>

interface Provider {
  /** What to install for it, besides `ai`. */
  package: string
  open(model: HttpModel, key: string | undefined): Promise<SdkModel>
}

/** A new dialect is one entry. The packages are optional: loaded when the first model of theirs is asked. */
export const PROVIDERS: Record<string, Provider> = {
  anthropic: {
    package: '@ai-sdk/anthropic@3',
    async open({ model, baseUrl }, key) {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      const at = baseUrl === null ? {} : { baseURL: baseUrl }
      return createAnthropic({ ...at, apiKey: key ?? '', fetch: fetchThere })(model)
    },
  },
  'openai-compatible': {
    package: '@ai-sdk/openai-compatible@2',
    async open({ name, model, baseUrl }, key) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name,
        baseURL: baseUrl ?? '',
        ...(key === undefined ? {} : { apiKey: key }),
        includeUsage: true,
        supportsStructuredOutputs: true,
        fetch: fetchThere,
      })(model)
    },
  },
}

/** A redirect would take the diff, and perhaps the key, to an address that nobody configured. */
const fetchThere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })
