import { settingsNamed } from '../../adapters/hooks/agents/index.ts'
import { agentHooks } from '../agents/agent-hooks.ts'
import type { Project } from '../compose.ts'
import { canAsk, print } from '../io.ts'
import type { Facts } from './facts.ts'

interface Options {
  agents?: string
  yes?: boolean
  dryRun?: boolean
  json?: boolean
}

/** Which of the agents that are here get findings handed over, where a person is there to say so; as it is typed. Null: they would rather stop. */
export async function askForAgents(
  project: Project,
  { agents: found }: Facts,
  { agents = '', yes, dryRun, json }: Options,
): Promise<string | null> {
  if (agents || yes || dryRun || json || process.env.ACCESSIBLE || !canAsk()) return agents
  const known = (await agentHooks(project)).map(({ name }) => `${name}`)
  const offered = found.filter(name => settingsNamed(name) && !known.includes(name))
  return offered.length > 0 && known.length === 0 ? ask(offered) : agents
}

async function ask(names: readonly string[]): Promise<string | null> {
  const { isCancel, multiselect } = await import('@clack/prompts')
  const answer = await multiselect({
    message: 'Which agents get findings handed over? (space chooses, Enter goes on)',
    options: names.map(value => ({ value, label: settingsNamed(value)?.title ?? value })),
    initialValues: [...names],
    required: false,
  })
  if (!isCancel(answer)) return answer.join(',')
  print('Nothing was written.')
  return null
}
