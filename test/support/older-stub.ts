import { readFileSync } from 'node:fs'

/** As the first version wrote it. */
export const olderStub = (name: 'gate' | 'request'): string =>
  readFileSync(new URL(`older-stubs/${name}.sh`, import.meta.url), 'utf8')
