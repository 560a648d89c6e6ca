import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyPackage } from './fake-programs.ts'
import { type Finished, type TestRepository, temporaryFolder } from './repository.ts'

/** Only root can be several people. */
export const isRoot = process.getuid?.() === 0

export interface Person {
  git(...args: string[]): Finished
  wingman(...args: string[]): Finished
}

interface Who {
  uid: number
  gid: number
  umask?: string
}

/** Somebody with a home of their own, and the same wingman as everybody, at work in this repository. */
export function person({ dir, run }: TestRepository, { uid, gid, umask = '022' }: Who): Person {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const home = join(folder, 'home')
  mkdirSync(home)
  const entry = copyPackage(join(folder, 'lib/git-wingman'))
  giveTo(home, uid, gid)
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') }
  const as = (...command: string[]) =>
    run(
      'setpriv',
      [
        `--reuid=${uid}`,
        `--regid=${gid}`,
        '--clear-groups',
        'sh',
        '-c',
        `umask ${umask}; exec "$@"`,
        'sh',
        ...command,
      ],
      { env, cwd: dir },
    )
  as('git', 'config', '--global', 'safe.directory', '*')
  return { git: (...args) => as('git', ...args), wingman: (...args) => as(process.execPath, entry, ...args) }
}

/** A folder and all in it. */
export function giveTo(path: string, uid: number, gid: number): void {
  const info = lstatSync(path)
  if (info.isSymbolicLink()) return
  chownSync(path, uid, gid)
  chmodSync(path, info.mode) // the bit that hands the group down is lost with the owner
  if (info.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), uid, gid)
}
