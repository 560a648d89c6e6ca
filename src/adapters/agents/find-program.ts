import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, relative, sep } from 'node:path'

/**
 * The folders of PATH that do not belong to the repository. npm puts `node_modules/.bin` first, where the change under
 * review may have placed a `claude`, or the `node` that the real one starts with.
 */
export async function foldersOutside(repository: string, path = process.env.PATH ?? ''): Promise<string[]> {
  const folders = path.split(delimiter).filter(isAbsolute)
  const outside = await Promise.all(folders.map(folder => isOutside(repository, folder)))
  return folders.filter((_, index) => outside[index])
}

/** The first executable file of that name; null when there is none. */
export async function findProgram(name: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    for (const extension of EXTENSIONS) {
      const file = join(folder, name + extension)
      if (await isExecutable(file)) return file
    }
  }
  return null
}

const EXTENSIONS = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']

/** By the name it has on PATH and by the one it really has: a link may lead either way. */
export async function isOutside(repository: string, path: string): Promise<boolean> {
  const roots = [repository, await real(repository)]
  const names = [path, await real(path)]
  return !roots.some(root => names.some(name => isInside(root, name)))
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

const real = (path: string): Promise<string> => realpath(path).catch(() => path)

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
