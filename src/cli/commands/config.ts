import { readFileSync } from 'node:fs'
import { WingmanError } from '../../errors.ts'
import { count } from '../../messages.ts'
import { packageFile } from '../../package.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { print, printJson } from '../io.ts'
import { resolveAndKeep } from '../resolve-config.ts'

/** `wingman config print`: what the config means, with every default in place. */
export async function configPrint(): Promise<number> {
  printJson((await read()).config)
  return EXIT.fine
}

export async function configCheck({ json }: { json?: boolean }): Promise<number> {
  const { file, config } = await read()
  if (json) printJson({ version: 1, file, valid: true })
  else print(`${file} is good: ${count(config.loops.length, 'loop')}, ${count(config.gates.length, 'gate')}.`)
  return EXIT.fine
}

export async function configSchema(): Promise<number> {
  print(readFileSync(packageFile('schema/config.schema.json'), 'utf8').trimEnd())
  return EXIT.fine
}

async function read() {
  const project = openProject()
  const { file, config } = await resolveAndKeep(project)
  if (file && config) return { file, config }
  throw new WingmanError({
    code: 'E_NO_CONFIG',
    message: `There is no wingman config in ${project.paths.root}.`,
    hint: 'Write one with `wingman init`.',
  })
}
