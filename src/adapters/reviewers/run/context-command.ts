import { maskSecrets } from '../../../domain/mask.ts'
import type { CommandRunner } from '../../../ports.ts'
import { runCommand } from './run-command.ts'

const TIMEOUT_MS = 300_000
/** Its end tells the most. */
const MOST = 20_000

/** A command whose result models should know. However it ends, that is its result. */
export const contextCommand: CommandRunner = async ({ command, dir, signal }) => {
  const { end, output } = await runCommand({ command, dir, signal, timeoutMs: TIMEOUT_MS, say: () => {} })
  const passed = end.how === 'exited' && end.code === 0
  const how = end.how === 'exited' ? `ended with ${end.code}` : `did not end by itself (${end.how})`
  return { passed, how, output: endOf(maskSecrets(withoutSecretsOf(process.env, output))) }
}

/** After the mask: half a secret is none that it knows. */
const endOf = (text: string): string =>
  text.length > MOST ? `(cut here: ${text.length - MOST} characters before)\n${text.slice(-MOST)}` : text

/** A command has the person's environment, and some print all of it. A password of one's own has no shape to be known by. */
function withoutSecretsOf(env: NodeJS.ProcessEnv, text: string): string {
  const values = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && value.length >= SHORTEST ? [value] : [],
  )
  // The longest first: one may be a part of another.
  return values
    .toSorted((a, b) => b.length - a.length)
    .reduce((hidden, value) => hidden.replaceAll(value, () => '****'), text)
}

const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASS|PAT|AUTH|CREDENTIALS?|(?:API|ACCESS|PRIVATE)?_?KEY)(?:_|$)/i
/** What is shorter is a word, and stands anywhere. */
const SHORTEST = 6
