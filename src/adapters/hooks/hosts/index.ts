import { WingmanError } from '../../../errors.ts'
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
  if (wanted !== null) return hostNamed(wanted)
  return (await hostsHere(repository))[0] ?? gitHost
}

/** All that run hooks here, git aside: one is a home, two are a muddle. */
export async function hostsHere(repository: HookedRepository): Promise<Host[]> {
  const managers = HOSTS.filter(host => host !== gitHost)
  const here = await Promise.all(managers.map(host => host.detect(repository)))
  return managers.filter((_, at) => here[at])
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
