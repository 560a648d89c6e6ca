/**
 * What `git rev-parse --local-env-vars` lists: git hands these to its hooks, and a child that inherits them works on
 * the wrong repository or index. A test compares the list with the installed git's.
 */
export const GIT_LOCAL_VARIABLES: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
  'GIT_OBJECT_DIRECTORY',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR',
])

export type Environment = Readonly<Record<string, string | undefined>>

/** Set on every child: a hook that sees it starts no review. */
export const RECURSION_GUARD = { WINGMAN_CHILD: '1' }

/** Escapes in the output would hide problems from the matchers. Node warns about the pair only if colour is forced on. */
const NO_COLOUR = { NO_COLOR: '1', FORCE_COLOR: '0' }

/** The person's environment for a command of theirs, without what belongs to the git that called us. */
export function childEnvironment(parent: Environment = process.env): Record<string, string> {
  return { ...pick(parent, name => !isLocalToGit(name)), ...NO_COLOUR, ...RECURSION_GUARD }
}

export function pick(parent: Environment, wanted: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(parent)) {
    if (value !== undefined && wanted(name)) kept[name] = value
  }
  return kept
}

// GIT_CONFIG_KEY_0 and GIT_CONFIG_VALUE_0 belong to GIT_CONFIG_COUNT, and git does not list them.
function isLocalToGit(name: string): boolean {
  return GIT_LOCAL_VARIABLES.has(name) || /^GIT_CONFIG_(KEY|VALUE)_\d+$/.test(name)
}
