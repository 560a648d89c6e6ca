import { randomBytes } from 'node:crypto'
import type { ModelReviewer } from '../../../domain/resolved-config.ts'
import { sentenceOf } from '../../../errors.ts'
import type { ReviewWork } from '../../../ports.ts'
import type { AgentAnswer, AgentProgress } from '../../agents/agent.ts'
import { foldersOutside, isOutside } from '../../agents/find-program.ts'
import { answerJsonSchema } from './answer.schema.ts'
import type { Choice } from './choose-model.ts'
import type { Packed } from './pack-files.ts'
import { buildPrompt } from './prompt.ts'

export interface AskOptions {
  /** The person's checkout: no program in there is started. */
  repository: string
  /** All in all: Claude Code's JSON output does not stream, so silence means nothing. */
  timeoutMs?: number
  /** Of a CLI that streams. */
  silenceMs?: number
  maxDollars?: number
}

export interface Asking {
  reviewer: ModelReviewer
  work: ReviewWork
  options: AskOptions
  packed: Packed
}

type Chosen = Exclude<Choice, { reason: string }>

/** Hands the prompt to the agent's CLI, in a folder with nothing but the files. */
export async function askAgent(
  { agent, model }: Chosen,
  { reviewer, work, options, packed }: Asking,
): Promise<AgentAnswer> {
  const { repository, timeoutMs = 600_000, silenceMs = 300_000, maxDollars = 1.5 } = options
  const nothing = { cost: null, output: '' }
  const path = await foldersOutside(repository)
  const program = await agent.detect(path)
  if (program === null || !(await isOutside(repository, program))) {
    const reason = `${agent.title} is not on PATH outside the repository (${agent.hint})`
    return { state: 'missing', reason, ...nothing }
  }
  const { messages, ignored, signal } = work
  const nonce = randomBytes(16).toString('hex')
  const prompt = buildPrompt({ instructions: reviewer.prompt.text, messages, packed, ignored, nonce })
  const schema = answerJsonSchema()
  work.say(`asking ${agent.title}`)
  const notice = ({ line }: AgentProgress) => {
    if (line !== undefined) work.say(line)
  }
  try {
    return await inExport(work, dir =>
      agent.review({
        ...model,
        program,
        path,
        dir,
        prompt,
        schema,
        timeoutMs,
        silenceMs,
        maxDollars,
        signal,
        notice,
      }),
    )
  } catch (error) {
    return { state: 'failed', reason: sentenceOf(error), ...nothing }
  }
}

async function inExport<T>(
  { workplaces, snapshot }: ReviewWork,
  use: (dir: string) => Promise<T>,
): Promise<T> {
  const workplace = await workplaces.open(snapshot, 'export')
  try {
    return await use(workplace.dir)
  } finally {
    // The answer stands, even if a folder stays behind.
    await workplace.close().catch(() => {})
  }
}
