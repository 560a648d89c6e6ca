import { answerSchema } from '../../src/adapters/reviewers/model/answer.schema.ts'
import type { Fault, Reply, Script } from '../support/fake-model/reply.ts'
import { APPROVED } from '../support/fake-model/roles.ts'
import type { RealAgent } from './pinned.ts'
import type { Reviewed } from './rig.ts'

/** How a review ends, with an answer that fits the schema told from one that does not. */
export type Outcome = Exclude<Reviewed['answer']['state'], 'done'> | 'valid' | 'invalid'

export function outcomeOf({ answer }: Reviewed): Outcome {
  if (answer.state !== 'done') return answer.state
  return answerSchema.safeParse(answer.answer).success ? 'valid' : 'invalid'
}

const finding = {
  ...{
    file: 'src/a.ts',
    line: 1,
    quote: 'const a = 1',
    enabledBy: null,
    severity: 'critical',
    title: 'Wrong.',
  },
  ...{ reason: 'Always.', fix: null, confidence: 'certain', blocking: false },
}
const findings = (count: number) => ({
  ...{ result: 'needs-revision', summary: 'Found something.' },
  findings: Array.from({ length: count }, (_, index) => ({ ...finding, title: `Wrong, ${index}.` })),
})

const always =
  (reply: Reply): Script =>
  () =>
    reply
const fault = (what: Fault): Script => always({ fault: what })

export interface Scene {
  name: string
  script: Script
  /** Any of these is right; where there are two, it is the CLI's own doing which. */
  outcomes: Outcome[]
  /** What is right for one of them besides. */
  alsoOf?: Partial<Record<RealAgent, Outcome>>
  reason?: RegExp
  /** Where a CLI tries again, with pauses that grow to half a minute, and tells nobody. */
  silenceMs?: number
}

export const SCENES: Scene[] = [
  { name: 'a review with findings', script: always({ answer: findings(1) }), outcomes: ['valid'] },
  { name: 'an approval', script: always({ answer: APPROVED }), outcomes: ['valid'] },
  {
    name: 'ten thousand findings',
    script: always({ answer: findings(10_000) }),
    outcomes: ['valid'],
    // Now and then it leaves before all of a line of two megabytes went through the pipe: an answer that is not whole is none.
    alsoOf: { opencode: 'torn' },
  },
  { name: 'prose', script: always({ say: 'It is APPROVED, as far as I can see.' }), outcomes: ['prose'] },
  { name: 'half a JSON document', script: always({ answer: findings(2), half: true }), outcomes: ['torn'] },
  // Claude Code looks for itself, asks five times, and gives up.
  {
    name: 'a wrong schema',
    script: always({ answer: { verdict: 'approved' } }),
    outcomes: ['invalid', 'torn'],
  },
  {
    name: 'a key that is refused',
    script: fault({ status: 401 }),
    outcomes: ['failed'],
    reason: /not logged in/,
  },
  {
    name: 'a used-up quota',
    script: fault({ status: 429, retryAfter: 2 }),
    outcomes: ['quota'],
    reason: /limit/,
    silenceMs: 90_000,
  },
  { name: 'a server in trouble', script: fault({ status: 500 }), outcomes: ['failed'], silenceMs: 90_000 },
  { name: 'a connection that breaks', script: fault('reset'), outcomes: ['failed'], silenceMs: 90_000 },
  { name: 'a model that falls silent', script: fault('silence'), outcomes: ['timed-out'], silenceMs: 12_000 },
  { name: 'a model without an end', script: fault('endless'), outcomes: ['timed-out'], silenceMs: 12_000 },
]
