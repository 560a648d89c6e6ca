/**
 * cosmiconfig's explorer without its front door: `cosmiconfig()` first runs whatever `.config/config.{js,cjs,ts,…}` stands in
 * the current folder and lets it change the search, and gives up if a package.json there does not parse.
 */
declare module 'cosmiconfig/dist/Explorer.js' {
  import type { CosmiconfigResult, Options } from 'cosmiconfig'

  export class Explorer {
    constructor(options: Options & { moduleName: string; metaConfigFilePath: null })
    load(file: string): Promise<CosmiconfigResult>
  }
}
