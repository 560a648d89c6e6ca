import { lstat, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createOnce, readIfThere, writeWhole } from '../../adapters/store/files.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import { WingmanError } from '../../errors.ts'

/** By which a file is known as one of these. */
export const BUNDLE = 'wingman doctor bundle'

export interface Bundle {
  kind: typeof BUNDLE
  [name: string]: unknown
}

/** Where git does not look, so that nobody commits it by accident. */
export const bundlePlace = ({ reportFolder }: Layout): string => join(reportFolder, 'bundle.json')

/** Over an earlier one of ours, and over nothing else; into a folder that is there. */
export async function putBundle(file: string, bundle: Bundle): Promise<void> {
  const text = `${JSON.stringify(bundle, null, 2)}\n`
  const folder = await stat(dirname(file)).catch(() => null)
  if (!folder?.isDirectory()) throw noFolder(dirname(file))
  if (await isEarlierBundle(file)) return writeWhole(file, text)
  if (!(await createOnce(file, text))) throw notOurs(file)
}

export async function isEarlierBundle(file: string): Promise<boolean> {
  const there = await lstat(file).catch(() => null)
  return there?.isFile() === true && kindIn((await readIfThere(file)) ?? '') === BUNDLE
}

function kindIn(text: string): unknown {
  try {
    return JSON.parse(text)?.kind
  } catch {
    return null
  }
}

function noFolder(folder: string): WingmanError {
  return new WingmanError({
    code: 'E_USAGE',
    message: `There is no folder ${folder}. Nothing was written.`,
    hint: 'Make it first, or leave `--output` out.',
  })
}

function notOurs(file: string): WingmanError {
  return new WingmanError({
    code: 'E_USAGE',
    message: `${file} is there already, and is no bundle of an earlier time. Nothing was written.`,
    hint: 'Give another name with `--output`.',
  })
}
