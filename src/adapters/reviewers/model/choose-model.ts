import type { ModelReviewer, ResolvedModel } from '../../../domain/resolved-config.ts'
import type { Agent } from '../../agents/agent.ts'
import { agentNamed, drivenAgents } from '../../agents/index.ts'

type AgentModel = Extract<ResolvedModel, { agent: string }>
export type Choice = { agent: Agent; model: AgentModel } | { reason: string }

/** What is configured and cannot be done is said, never skipped: a review by fewer models would pass for one by all. */
export function chooseModel({ models, verify }: ModelReviewer): Choice {
  const [model, ...others] = models
  if (!model) return { reason: 'no model is configured' }
  if (others.length > 0)
    return { reason: `this version asks one model per reviewer, and here are ${models.length}` }
  if (verify !== null)
    return { reason: `this version has no second pass, and \`verify: ${verify.name}\` asks for one` }
  if (!('agent' in model)) return { reason: only(`the API of \`${model.name}\``) }
  const agent = agentNamed(model.agent)
  return agent ? { agent, model } : { reason: only(`\`${model.agent}\``) }
}

const only = (what: string): string => `this version only drives ${drivenAgents()}, not ${what}`
