import { extname, join } from 'node:path'
import type { Loader } from 'cosmiconfig'
import { Explorer } from 'cosmiconfig/dist/Explorer.js'
import { sentenceOf, WingmanError } from '../errors.ts'
import { loadJson, loadYaml } from './load-data.ts'
import { say } from './messages.ts'
import { findConfig, PLACES } from './places.ts'
import type { PositionOf } from './position.ts'
import { unreadable } from './problem.ts'

/** What somebody wrote, before anyone has looked whether it makes sense. */
export interface LoadedConfig {
  /** Relative to the root. */
  file: string
  document: unknown
  positionOf: PositionOf
}

/** The config of the repository at `root`; null when there is none. */
export async function loadConfig(root: string): Promise<LoadedConfig | null> {
  const file = findConfig(root)
  if (file === null) return null
  try {
    const found = await explorer(file).load(join(root, file))
    if (found?.config instanceof Loaded) return { file, ...found.config }
  } catch (error) {
    if (error instanceof WingmanError) throw error
    throw unreadable(file, { message: `it cannot be read: ${sentenceOf(error)}`, cause: error })
  }
  throw unreadable(file, { message: say.nothing })
}

/** A document in an envelope: cosmiconfig merges whatever an `$import` at the top of a plain one names. */
class Loaded {
  readonly document: unknown
  readonly positionOf: PositionOf

  constructor(document: unknown, positionOf: PositionOf) {
    this.document = document
    this.positionOf = positionOf
  }
}

function explorer(file: string) {
  const script: Loader = async (path, text) => {
    // Only a program needs jiti, which takes as long to load as everything else here.
    const { loadScript } = await import('./load-script.ts')
    return enveloped(await loadScript({ path, text, file }))
  }
  const yaml: Loader = (_, text) => enveloped(loadYaml(text, file))
  const json: Loader = (_, text) =>
    file === 'package.json'
      ? { wingman: enveloped(loadJson(text, file, ['wingman'])) }
      : enveloped(loadJson(text, file))
  const loaders = {
    '.ts': script,
    '.mts': script,
    '.js': script,
    '.mjs': script,
    '.yaml': yaml,
    '.yml': yaml,
    '.json': json,
    noExt: yaml,
  } satisfies Record<string, Loader>
  return new Explorer({
    moduleName: 'wingman',
    searchPlaces: [...PLACES],
    searchStrategy: 'none',
    loaders,
    cache: false,
    ignoreEmptySearchPlaces: false,
    mergeImportArrays: false,
    mergeSearchPlaces: false,
    metaConfigFilePath: null,
    transform: result => result,
  })
}

const enveloped = ({ document, positionOf }: Omit<LoadedConfig, 'file'>) => new Loaded(document, positionOf)

export const isScript = (file: string): boolean => ['.ts', '.mts', '.js', '.mjs'].includes(extname(file))
