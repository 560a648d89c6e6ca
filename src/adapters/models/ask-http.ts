import { join, sep } from 'node:path'
import { packageFile } from '../../package.ts'
import { type Asker, type AskLimits, type Heard, type Question, unanswered } from './asker.ts'
import { type HttpModel, PROVIDERS, type SdkModel } from './providers.ts'
import { readError } from './read-error.ts'
import { readShaped } from './read-shaped.ts'
import { readStream, type Streamed } from './read-stream.ts'
import { silenceClock } from './silence-clock.ts'
import { unlessStuck } from './unless-stuck.ts'

/** A model behind an HTTP API, through the AI SDK. */
export function httpAsker(model: HttpModel, limits: AskLimits): Asker {
  const { name } = model
  return { name, title: `${name} (${model.model})`, model, reads: false, ask: q => ask(model, limits, q) }
}

async function ask(model: HttpModel, limits: AskLimits, question: Question): Promise<Heard> {
  if (question.signal.aborted) return unanswered('cancelled', 'cancelled')
  const opened = await open(model, limits)
  if ('reason' in opened) return unanswered('missing', opened.reason)
  const clock = silenceClock(limits, question.signal)
  let heard: Streamed | null = null
  try {
    heard = await unlessStuck(readStream(opened, { model, question, clock }), clock.signal)
    const stopped = clock.stopped()
    if (stopped) return unanswered(stopped.state, stopped.reason, { cost: heard.cost, output: heard.text })
    if (heard.error !== null)
      return { ...readError(model, heard.error), cost: heard.cost, output: heard.text }
    return readShaped(heard)
  } catch (error) {
    const stopped = clock.stopped()
    return stopped ? unanswered(stopped.state, stopped.reason) : readError(model, error)
  } finally {
    clock.end()
  }
}

/** What is missing is said in words that can be typed. */
async function open(
  model: HttpModel,
  { repository }: Pick<AskLimits, 'repository'>,
): Promise<SdkModel | { reason: string }> {
  const { name, api, keyEnv } = model
  const provider = PROVIDERS[api]
  if (!provider) return { reason: `this version does not speak \`${api}\`, as \`${name}\` asks for` }
  const key = keyEnv === null ? undefined : process.env[keyEnv]
  if (keyEnv !== null && !key)
    return { reason: `the environment variable ${keyEnv}, which holds the key of \`${name}\`, is not set` }
  try {
    return await provider.open(model, key)
  } catch (error) {
    if (!/MODULE_NOT_FOUND/.test(String((error as NodeJS.ErrnoException).code))) throw error
    return {
      reason: `\`${name}\` needs packages that are not there: npm install ${besideUs(repository)} ai@6 ${provider.package}`,
    }
  }
}

/** They are looked for where this package stands: in the project, or with all that was installed for the person; npx forgets them. */
function besideUs(repository: string): string {
  const here = packageFile()
  if (here.startsWith(join(repository, sep))) return '-D'
  return here.includes(join(sep, '_npx', sep)) ? '-D git-wingman' : '-g'
}
