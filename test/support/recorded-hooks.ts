import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PACKAGE } from './fake-programs.ts'
import { type TestRepository, temporaryFolder } from './repository.ts'

export interface RecordedHooks {
  /** The requests that lie in the queue of this worktree. */
  requests(): string[]
  /** What our entry was started with, each time, once it was started `times` times. */
  calls(times: number): Promise<Call[]>
  /** Lets go of a recorder that was told to stay. */
  release(): void
}

interface Call {
  args: string
  stdin: string
  cwd: string
}

/**
 * The hooks as they are installed, with a recorder in place of node: what sh does can be seen without a worker that
 * answers the requests meanwhile.
 */
export function recordedHooks(
  repository: TestRepository,
  { stays = false, exitCode = 0 } = {},
): RecordedHooks {
  const folder = temporaryFolder()
  const common = resolve(repository.dir, repository.git('rev-parse', '--git-common-dir'))
  const own = repository.git('rev-parse', '--absolute-git-dir')
  const log = join(folder, 'calls')
  const released = join(folder, 'released')
  mkdirSync(log)
  executable(join(folder, 'node'), recorder({ log, released: stays ? released : null, exitCode }))
  writeFileSync(join(folder, 'hook.js'), '')
  mkdirSync(join(common, 'wingman'), { recursive: true })
  writeFileSync(join(common, 'wingman/runtime'), `${folder}/node\n${folder}/hook.js\n`)
  for (const [hook, script] of Object.entries(HOOKS)) {
    mkdirSync(join(common, 'hooks'), { recursive: true })
    copyFileSync(join(PACKAGE, 'templates/hooks', script), join(common, 'hooks', hook))
    chmodSync(join(common, 'hooks', hook), 0o755)
  }
  return {
    requests: () => filesIn(join(own, 'wingman/queue')),
    calls: times => callsIn(log, times),
    release: () => writeFileSync(released, ''),
  }
}

const HOOKS = {
  'post-commit': 'request.sh',
  'post-merge': 'request.sh',
  'post-rewrite': 'request.sh',
  'post-checkout': 'request.sh',
  'pre-push': 'gate.sh',
}

const recorder = ({
  log,
  released,
  exitCode,
}: {
  log: string
  released: string | null
  exitCode: number
}) => `#!/bin/sh
stdin=$(cat)
shift
printf '%s\\n%s\\n%s\\nend\\n' "$*" "$(pwd)" "$stdin" >"${log}/$$"
${released ? `while [ -d "${log}" ] && [ ! -f "${released}" ]; do sleep 0.05; done` : ''}
exit ${exitCode}
`

function executable(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8')) : []

async function callsIn(folder: string, times: number): Promise<Call[]> {
  for (let tries = 0; tries < 2400; tries += 1) {
    const calls = filesIn(folder).filter(text => text.endsWith('end\n'))
    if (calls.length >= times) return calls.map(parse)
    await pause(25)
  }
  throw new Error(`${filesIn(folder).length} of ${times} calls came`)
}

function parse(text: string): Call {
  const [args = '', cwd = '', ...rest] = text.split('\n')
  return { args, cwd, stdin: rest.slice(0, -2).join('\n') }
}
