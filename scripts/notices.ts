import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Context {
  emitFile(asset: { type: 'asset'; fileName: string; source: string }): string
}

type Bundle = Record<string, { modules?: Record<string, unknown> }>

/** Bundled code keeps its licence: writes the notices of every package that went into a chunk beside the bundle. */
export function notices() {
  return {
    name: 'third-party-notices',
    generateBundle(this: Context, _: unknown, bundle: object): void {
      const modules = Object.values(bundle as Bundle).flatMap(chunk => Object.keys(chunk.modules ?? {}))
      const folders = [...new Set(modules.flatMap(packageFolder))].sort()
      this.emitFile({
        type: 'asset',
        fileName: 'THIRD-PARTY-NOTICES.txt',
        source: folders.map(notice).join('\n\n'),
      })
    },
  }
}

/** `…/node_modules/@scope/name` of a module's path. */
const packageFolder = (id: string): string[] =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.slice(1, 2) ?? []

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version}\n${'-'.repeat(60)}\n${text}\n`
}
