import type { GitDoor } from './door.ts'

/**
 * The environment in which files come out as git keeps them. An attribute of the change could name any filter that is configured: a
 * program would run, fetch what the change points at, or decrypt what is kept encrypted, for a model to read.
 */
export async function withoutFilters(git: GitDoor): Promise<Record<string, string>> {
  const { stdout } = await git.attempt(['config', '-z', '--name-only', '--get-regexp', '^filter\\.'])
  const names = stdout.toString().split('\0').filter(Boolean)
  const drivers = new Set(names.map(name => name.slice(0, name.lastIndexOf('.'))))
  // An empty `process` goes before `smudge`, and does nothing.
  return asEnvironment(
    [...drivers].flatMap(driver => [
      { key: `${driver}.process`, value: '' },
      { key: `${driver}.required`, value: 'false' },
    ]),
  )
}

/** Not by `-c`: a name may hold an equals sign. */
function asEnvironment(settings: readonly { key: string; value: string }[]): Record<string, string> {
  const pairs = settings.flatMap(({ key, value }, at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return { GIT_CONFIG_COUNT: `${settings.length}`, ...Object.fromEntries(pairs) }
}
