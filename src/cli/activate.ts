import { spawnSync } from 'node:child_process'
import type { Activation } from '../adapters/hooks/hosts/host.ts'
import { oneLine } from '../domain/plain-text.ts'
import { WingmanError } from '../errors.ts'

/** Has a manager put its own stubs where git looks. If it fails, what was written stays, and the person is told what to type. */
export function activate(root: string, { command, typed }: Activation): void {
  const [program = '', ...args] = command
  const { status, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env: unhooked() })
  if (status === 0) return
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `\`${typed}\` failed, so git does not run the hooks yet: ${oneLine(error?.message ?? stderr)}`,
    hint: `Type \`${typed}\` to see what is wrong, then \`wingman install\` again.`,
  })
}

/** What a hook was told of its repository must not steer a manager's own calls of git. */
const unhooked = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
