import { devNull } from 'node:os'
import { delimiter, isAbsolute } from 'node:path'

/** In front of every git command: what a repository's own config must not be able to start, and what would disturb the person. */
export const SAFETY = [
  // A monitor named in the repository's config is a program that `status` and `diff` would run.
  'core.fsmonitor=false',
  // Our own git calls must not trigger anybody's hooks, ours least of all.
  'core.hooksPath=/dev/null',
  // Background maintenance would hold locks that the person's next command waits for.
  'gc.auto=0',
  'maintenance.auto=false',
  // Names are read with -z; where they cannot be, quoting keeps a newline in one from forging a line.
  'core.quotePath=true',
  // The file of grafts is no file for us, and needs no advice.
  'advice.graftFileDeprecated=false',
] as const

// What the person's git depends on to find itself and its settings. Everything else stays outside: git exports GIT_DIR,
// GIT_INDEX_FILE and the like to hooks, and with them in place we would look at another worktree than the one we are in.
const KEPT = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  // Whoever wants an answer from what is here must not wait for what is not.
  'GIT_NO_LAZY_FETCH',
] as const

// What git needs besides to reach a remote, or the person's key.
const OUTSIDE =
  /^(?:SSH_(?:AUTH_SOCK|AGENT_PID|CONNECTION)|GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|PROXY_COMMAND|SSL_\w+|HTTP_\w+|COMMITTER_NAME|COMMITTER_EMAIL|CONFIG_COUNT|CONFIG_KEY_\d+|CONFIG_VALUE_\d+)|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|GNUPGHOME|GPG_TTY|GPG_AGENT_INFO|XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|DISPLAY|WAYLAND_DISPLAY|USER|LOGNAME)$/i

/** Without the folders of packages: under npx they come first, and what we review could have put a `git` there. */
const safePath = (path: string): string =>
  path
    .split(delimiter)
    .filter(folder => isAbsolute(folder) && !/[\\/]node_modules[\\/]\.bin$/.test(folder))
    .join(delimiter)

/** For the few commands that leave the machine or sign. Nothing may be asked for on the way: whoever pushes is waiting. */
export function outsideEnvironment(): Record<string, string> {
  const found = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && OUTSIDE.test(name) ? [[name, value]] : [],
  )
  return { ...Object.fromEntries(found), SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' }
}

/** Who somebody is by their environment goes before who they are by their settings. */
export function identityEnvironment(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const names = ['GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL', 'EMAIL']
  return Object.fromEntries(names.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))
}

export function gitEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const environment: Record<string, string> = {
    // Taking the index lock to refresh it would make the person's own `git add` fail.
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Into a pipe git writes commit by commit: a thousand writes, and as many times that we wake up.
    GIT_FLUSH: '0',
    // `git replace` changes what a tree reads as; a review is of what is really there.
    GIT_NO_REPLACE_OBJECTS: '1',
    // Grafts change what a commit stands on, as replacing does.
    GIT_GRAFT_FILE: devNull,
    LC_ALL: 'C',
  }
  for (const name of KEPT) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = name === 'PATH' ? safePath(value) : value
  }
  return { ...environment, ...extra }
}

/** The person's own environment, for the one command that is theirs: all of it but programs that a package brought. */
export const theirEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: safePath(process.env.PATH ?? ''),
})
