import type { ResolvedModel } from '../../domain/resolved-config.ts'
import { agentNamed, drivenAgents } from '../agents/index.ts'
import { agentAsker } from './ask-agent.ts'
import { httpAsker } from './ask-http.ts'
import { type Asker, type AskLimits, unanswered } from './asker.ts'

/** Whoever a model's name stands for. One that this version cannot drive says so when it is asked. */
export function askerFor(model: ResolvedModel, limits: AskLimits): Asker {
  if (!('agent' in model)) return httpAsker(model, limits)
  const agent = agentNamed(model.agent)
  if (agent) return agentAsker(agent, model, limits)
  const reason = `this version only drives ${drivenAgents()}, not \`${model.agent}\``
  const { name } = model
  return { name, title: model.agent, model, reads: false, ask: async () => unanswered('missing', reason) }
}
