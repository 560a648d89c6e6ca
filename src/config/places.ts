import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { WingmanError } from '../errors.ts'

/** Where a config may stand: at the root of the repository, and nowhere else. */
export const PLACES = [
  'wingman.config.ts',
  'wingman.config.mts',
  'wingman.config.js',
  'wingman.config.mjs',
  'wingman.config.yaml',
  'wingman.config.yml',
  'wingman.config.json',
  '.wingmanrc',
  '.wingmanrc.json',
  '.wingmanrc.yaml',
  'package.json',
] as const

export type Place = (typeof PLACES)[number]

/** The one config of a repository, or null. Two are an error: nobody could tell which of them holds. */
export function findConfig(root: string): Place | null {
  const files = PLACES.filter(place => place !== 'package.json' && isFile(join(root, place)))
  // One that cannot be read or parsed may hold a config; if there is no other, whoever loads it says what is wrong.
  const manifest = manifestHolds(join(root, 'package.json'), files.length === 0)
  const [first = null, second, ...more] = manifest ? [...files, 'package.json' as const] : files
  if (second === undefined) return first
  const names = [first, second, ...more].join(' and ')
  throw new WingmanError({
    code: 'E_CONFIG',
    message: `There are ${more.length + 2} configs, and only one can hold: ${names}.`,
    hint: 'Keep one of them and remove what the others say.',
  })
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

function manifestHolds(path: string, whenInDoubt: boolean): boolean {
  if (!isFile(path)) return false
  let text = '"wingman"'
  try {
    text = readFileSync(path, 'utf8')
    const manifest: unknown = JSON.parse(text)
    return typeof manifest === 'object' && manifest !== null && Object.hasOwn(manifest, 'wingman')
  } catch {
    return whenInDoubt && text.includes('"wingman"')
  }
}
