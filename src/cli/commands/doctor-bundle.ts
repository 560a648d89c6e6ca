import { resolve } from 'node:path'
import { writeWhole } from '../../adapters/store/files.ts'
import { openProject } from '../compose.ts'
import { bundleOf } from '../doctor/bundle.ts'
import { EXIT } from '../exit-codes.ts'
import { print, printJson } from '../io.ts'

export interface BundleOptions {
  output?: string
  json?: boolean
}

/** `wingman doctor bundle`: one file for a bug report. Nothing is sent anywhere. */
export async function doctorBundle({ output = 'wingman-bundle.json', json }: BundleOptions): Promise<number> {
  const file = resolve(output)
  await writeWhole(file, `${JSON.stringify(await bundleOf(openProject()), null, 2)}\n`)
  if (json) printJson({ version: 1, file })
  else print(`Wrote ${file}. It holds no code, commands or messages; read it before you pass it on.`)
  return EXIT.fine
}
