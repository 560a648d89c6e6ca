import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type TestRepository, temporaryFolder } from './repository.ts'

/** What our hooks start, once they are installed: a recorder in place of node, that lets a push go or holds it. */
export function recordedRuntime(repository: TestRepository, { holds = false } = {}) {
  const folder = temporaryFolder()
  const log = join(folder, 'log')
  writeFileSync(join(folder, 'hook.js'), '')
  writeFileSync(
    join(folder, 'node'),
    `#!/bin/sh\nstdin=$(cat)\nshift\nprintf '%s\\n%s\\n' "$*" "$stdin" >>"${log}"\nexit ${holds ? 1 : 42}\n`,
  )
  chmodSync(join(folder, 'node'), 0o755)
  const common = resolve(repository.dir, repository.git('rev-parse', '--git-common-dir'))
  writeFileSync(join(common, 'wingman/runtime'), `${folder}/node\n${folder}/hook.js\n`)
  const queue = join(repository.git('rev-parse', '--absolute-git-dir'), 'wingman/queue')
  return {
    /** Arguments and standard input of every push that was asked about. */
    pushes: (): string =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split(/^(?=pre-push|worker|launch)/m)
            .filter(call => call.startsWith('pre-push'))
            .join('')
        : '',
    requests: (): number => (existsSync(queue) ? readdirSync(queue).length : 0),
  }
}
