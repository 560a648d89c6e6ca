import { delimiter } from 'node:path'
import { type Environment, pick, RECURSION_GUARD } from '../child-environment.ts'

/** What a CLI needs to find itself, its account and the network. Everything else may hold a secret a model could read. */
const COMMON =
  /^(HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|TZ|TMPDIR|XDG_[A-Z_]+|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|https?_proxy|all_proxy|no_proxy|HTTPS?_PROXY|ALL_PROXY|NO_PROXY|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP)$/

export interface AgentEnvironment {
  /** The agent's own variables: its account and where it keeps its settings. */
  own: RegExp
  path: readonly string[]
  /** From the config. */
  given: Environment
  parent?: Environment
}

export function agentEnvironment({ own, path, given, parent = process.env }: AgentEnvironment) {
  return {
    ...pick(parent, name => COMMON.test(name) || own.test(name)),
    ...pick(given, name => !name.startsWith('GIT_')),
    PATH: path.join(delimiter),
    ...RECURSION_GUARD,
  }
}
