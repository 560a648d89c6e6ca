import { existsSync } from 'node:fs'
import type { HookedRepository } from '../../adapters/hooks/hosts/host.ts'
import { isInstalled } from '../../adapters/hooks/hosts/husky.ts'
import { chooseHost, hostsHere, whoDrops } from '../../adapters/hooks/hosts/index.ts'
import type { Project } from '../compose.ts'
import { hookedRepository } from '../hooked-repository.ts'
import { canAsk, print } from '../io.ts'
import type { Facts } from './facts.ts'

interface Options {
  host?: string | undefined
  yes?: boolean
  dryRun?: boolean
  json?: boolean
}

/**
 * Who is to run the hooks, where more than one could and a person is there to say so: the first time, and never again. Undefined:
 * whoever is found, as without a question. Null: they would rather stop.
 */
export async function askForHost(
  project: Project,
  facts: Facts,
  options: Options,
): Promise<string | undefined | null> {
  const { host, yes, dryRun, json } = options
  if (host || yes || dryRun || json || process.env.ACCESSIBLE || !canAsk()) return host
  const repository = await hookedRepository(project)
  if (repository.known.length > 0 || existsSync(project.at.host)) return undefined
  const here = (await hostsHere(repository)).map(({ name }) => name)
  const usual = (await chooseHost(repository, null)).name
  const git = (await whoDrops(repository)) ? [] : ['git']
  const names = [...new Set([usual, ...here, ...others(repository, facts), ...git])]
  if (names.length < 2) return undefined
  const chosen = await ask(names)
  if (chosen === null) print('Nothing was written.')
  // What is found anyway is found anew each time, unless two of them are here.
  return chosen === usual && here.length < 2 ? undefined : chosen
}

/** In a project of npm's that has husky among its dependencies it can be set up from nothing. */
const others = (repository: HookedRepository, { packageManager }: Facts): string[] =>
  packageManager && isInstalled(repository) ? ['husky'] : []

async function ask(names: readonly string[]): Promise<string | null> {
  const { isCancel, select } = await import('@clack/prompts')
  const options = names.map((value, at) => ({
    value,
    label: value,
    hint: at === 0 ? 'what wingman would choose' : (HINTS[value] ?? 'an entry in its config'),
  }))
  const answer = await select({ message: 'Who is to run the hooks?', options })
  return isCancel(answer) ? null : answer
}

const HINTS: Record<string, string> = {
  git: 'our own files where git looks',
  husky: 'tracked files in .husky',
}
