import { WingmanError } from '../../../errors.ts'
import type { GitHook } from '../templates.ts'
import { gitHost } from './git.ts'
import type { HookedRepository, Host } from './host.ts'
import { huskyHost } from './husky.ts'
import { lefthookHost } from './lefthook.ts'
import { preCommitHost, prekHost } from './pre-commit.ts'
import { simpleGitHooksHost } from './simple-git-hooks.ts'

/** In the order in which they are looked for; git, which runs hooks everywhere, comes last. */
export const HOSTS: readonly Host[] = [
  huskyHost,
  lefthookHost,
  simpleGitHooksHost,
  preCommitHost,
  prekHost,
  gitHost,
]

/** The one that a person named, else the first that is at home here. */
export async function chooseHost(repository: HookedRepository, wanted: string | null): Promise<Host> {
  if (wanted !== null) return lasting(repository, hostNamed(wanted))
  return (await hostsHere(repository))[0] ?? gitHost
}

/** A gate that is gone with the next `npm install` is worse than none. */
async function lasting(repository: HookedRepository, host: Host): Promise<Host> {
  const dropping = host === gitHost ? await whoDrops(repository) : null
  if (dropping) throw wouldBeDropped(dropping)
  return host
}

/** Who would take the place of ours, or delete them, if git ran them; null where they would stay. */
export async function whoDrops(repository: HookedRepository): Promise<Dropping | null> {
  for (const { name, drops } of await hostsHere(repository)) {
    const hooks = (await drops?.(repository)) ?? []
    if (hooks.length > 0) return { manager: name, hooks }
  }
  return null
}

interface Dropping {
  manager: string
  hooks: readonly GitHook[]
}

/** All that run hooks here, git aside: one is a home, two are a muddle. */
export async function hostsHere(repository: HookedRepository): Promise<Host[]> {
  const managers = HOSTS.filter(host => host !== gitHost)
  const here = await Promise.all(managers.map(host => host.detect(repository)))
  return managers.filter((_, at) => here[at])
}

function wouldBeDropped({ manager, hooks }: Dropping): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `Run by git, our hooks would not stay: ${manager} puts its own in their place, or deletes them, whenever it is installed anew (${hooks.join(', ')}). Pushes would pass the gate unseen. Nothing was written.`,
    hint: `Type \`wingman install --host ${manager}\`.`,
  })
}

function hostNamed(name: string): Host {
  const host = HOSTS.find(candidate => candidate.name === name)
  if (host) return host
  throw new WingmanError({
    code: 'E_USAGE',
    message: `There is no host called \`${name}\`.`,
    hint: `Hooks can be run by ${HOSTS.map(({ name }) => name).join(', ')}. Without --host the repository decides.`,
  })
}
