import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PACKAGE } from './fake-programs.ts'
import { type TestRepository, temporaryFolder } from './repository.ts'

export interface RecordedPush {
  remote: string
  url: string
  stdin: string
}

/** The hooks as they were installed, with a recorder in place of node: what reaches the gate can be seen. */
export function recordedPushes(repository: TestRepository): {
  answer(code: number): void
  pushes(): RecordedPush[]
  forget(): void
} {
  const folder = temporaryFolder()
  const common = resolve(repository.dir, repository.git('rev-parse', '--git-common-dir'))
  const log = join(folder, 'log')
  const answer = (code: number) => {
    const record = `printf '%s\\n%s\\n' "$3" "$4" >>'${log}'; cat >>'${log}'; echo end >>'${log}'`
    writeFileSync(join(folder, 'node'), `#!/bin/sh\n[ "$2" = pre-push ] || exit 0\n${record}\nexit ${code}\n`)
    chmodSync(join(folder, 'node'), 0o755)
  }
  // Laid out as the package is: what is read into a script of somebody else's goes by that.
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist/hook.js'), '')
  symlinkSync(join(PACKAGE, 'templates'), join(folder, 'templates'))
  writeFileSync(join(common, 'wingman/runtime'), `${folder}/node\n${folder}/dist/hook.js\n`)
  answer(42)
  return {
    answer,
    forget: () => rmSync(log, { force: true }),
    pushes: () =>
      existsSync(log) ? readFileSync(log, 'utf8').split('end\n').filter(Boolean).map(parse) : [],
  }
}

function parse(text: string): RecordedPush {
  const [remote = '', url = '', ...stdin] = text.split('\n')
  return { remote, url, stdin: stdin.join('\n') }
}
