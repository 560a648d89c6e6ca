import { resolve } from 'node:path'
import { ignoreItself } from '../../adapters/desk/desk.ts'
import { openProject, type Project } from '../compose.ts'
import { bundleOf } from '../doctor/bundle.ts'
import { bundlePlace, putBundle } from '../doctor/bundle-file.ts'
import { EXIT } from '../exit-codes.ts'
import { here } from '../here.ts'
import { print, printJson } from '../io.ts'

export interface BundleOptions {
  output?: string
  json?: boolean
}

/** `wingman doctor bundle`: one file for a bug report. Nothing is sent anywhere. */
export async function doctorBundle({ output, json }: BundleOptions): Promise<number> {
  const project = openProject()
  const bundle = await bundleOf(project)
  const file = output === undefined ? await ownPlace(project) : resolve(here(), output)
  await putBundle(file, bundle)
  if (json) printJson({ version: 1, file })
  else print(`Wrote ${file}. It holds no code, commands or messages; read it before you pass it on.`)
  return EXIT.fine
}

async function ownPlace({ at }: Project): Promise<string> {
  await ignoreItself(at)
  return bundlePlace(at)
}
