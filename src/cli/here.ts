import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { WingmanError } from '../errors.ts'

/** The folder that the person is in. It may be gone: a checkout, a restore or an `rm` takes it away under a shell. */
export function here(): string {
  const cwd = hereIfThere()
  if (cwd !== null) return cwd
  throw new WingmanError({
    code: 'E_NO_FOLDER',
    message: 'The folder you are in is gone.',
    hint: `Go to one that is there: cd ${quoted(nearest(process.env.PWD ?? ''))}`,
  })
}

/** For places that must not throw. */
export function hereIfThere(): string | null {
  try {
    return process.cwd()
  } catch {
    return null
  }
}

/** By the name that the shell still has for it; a folder that was made anew under that name is another one. */
function nearest(folder: string): string {
  if (!isAbsolute(folder)) return '/'
  return existsSync(folder) ? folder : nearest(dirname(folder))
}

/** As one word of a command line. */
export const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
