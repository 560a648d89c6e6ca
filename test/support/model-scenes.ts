import { onTestFinished } from 'vitest'
import type { ReviewerOutcome } from '../../src/domain/outcome.ts'
import type { Review } from '../../src/domain/review.ts'
import { type FakeModel, fakeModel } from './fake-model/index.ts'
import type { ModelRequest } from './fake-model/protocol.ts'
import type { Reply, Script } from './fake-model/reply.ts'
import { type TestRepository, temporaryRepository } from './repository.ts'
import { reviewHere } from './review-here.ts'

/** What the models of a scene do, by the name of the model that is asked. */
export type Cast = Record<string, Script | Reply>

export interface Scene extends TestRepository {
  server: FakeModel
  /** What each model was asked, oldest first. */
  asked(model?: string): ModelRequest[]
  review(...args: string[]): Promise<Review>
}

/** A repository whose models are played on loopback: `fast`, `deep` and whoever else the cast names. */
export async function modelScene(
  cast: Cast,
  { reviewer = 'model: fast, prompt: correctness', more = '', files = {} as Record<string, string> } = {},
): Promise<Scene> {
  const server = await fakeModel((request, index) => {
    const part = cast[request.model]
    if (part === undefined) throw new Error(`nobody plays ${request.model}`)
    return typeof part === 'function' ? part(request, index) : part
  })
  onTestFinished(() => server.close())
  const models = Object.keys(cast).map(
    name => `  ${name}: { api: openai-compatible, baseUrl: '${server.url}/v1', model: ${name} }`,
  )
  const config = `models:\n${models.join('\n')}\nreviewers:\n  check: { ${reviewer} }\nloops:\n  one: { reviewers: [check] }\n${more}`
  const repository = temporaryRepository()
  repository.commit('start', { 'README.md': '# project\n', 'wingman.config.yaml': config, ...files })
  repository.git('switch', '-q', '-c', 'topic')
  return {
    ...repository,
    server,
    asked: model => server.requests.filter(request => model === undefined || request.model === model),
    async review(...args) {
      const review = await reviewHere(repository.dir, args)
      if (!review) throw new Error('there was nothing to review')
      return review
    },
  }
}

export function onlyReviewer(review: Review): ReviewerOutcome {
  const outcome = review.loops[0]?.reviewers[0]
  if (!outcome) throw new Error('no reviewer had its turn')
  return outcome
}

/** Everything that was said to a model. */
export const promptOf = (request: ModelRequest | undefined): string =>
  request?.turns.map(turn => turn.text).join('\n') ?? ''

export const finding = (more: object = {}) => ({
  file: 'a.js',
  line: 1,
  quote: 'export const half = n => 1 / n',
  enabledBy: null,
  severity: 'critical',
  title: 'It divides by zero.',
  reason: 'For n = 0.',
  fix: 'Check n first.',
  confidence: 'likely',
  blocking: false,
  ...more,
})

export const revision = (...findings: object[]) => ({
  answer: { result: 'needs-revision', summary: 'Read it.', findings },
})

export const HALF = { 'a.js': 'export const half = n => 1 / n\n' }
