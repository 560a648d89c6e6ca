import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolvedModel } from '../../domain/resolved-config.ts'
import { sentenceOf } from '../../errors.ts'
import type { Agent } from '../agents/agent.ts'
import { foldersOutside, isOutside } from '../agents/find-program.ts'
import { type Asker, type AskLimits, type Heard, type Question, unanswered } from './asker.ts'

type AgentModel = Extract<ResolvedModel, { agent: string }>

/** A model behind an agent's CLI, in a folder with nothing but the files. */
export function agentAsker(agent: Agent, model: AgentModel, limits: AskLimits): Asker {
  const ask = (question: Question) =>
    askAgent(agent, { model, limits, question }).catch(error => unanswered('failed', sentenceOf(error)))
  return { name: model.name, title: agent.title, model, reads: true, ask }
}

interface Asked {
  model: AgentModel
  limits: AskLimits
  question: Question
}

async function askAgent(agent: Agent, { model, limits, question }: Asked): Promise<Heard> {
  const { repository, timeoutMs, silenceMs } = limits
  if (question.signal.aborted) return unanswered('cancelled', 'cancelled')
  const path = await foldersOutside(repository)
  const program = await agent.detect(path)
  if (program === null || !(await isOutside(repository, program)))
    return unanswered('missing', `${agent.title} is not on PATH outside the repository (${agent.hint})`)
  const { prompt, schema, maxDollars, signal, notice, tree } = question
  const { effort, env } = model
  const given = { program, path, prompt, schema, model: model.model, effort, env, timeoutMs, silenceMs }
  const inside = (dir: string) => agent.review({ ...given, dir, maxDollars, signal, notice })
  return tree === null ? inEmptyFolder(inside) : inside(await tree())
}

/** Where the prompt is all there is, no tree is there to be read. */
async function inEmptyFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'wingman-'))
  try {
    return await use(dir)
  } finally {
    await rm(dir, { recursive: true, force: true }).catch(() => {})
  }
}
