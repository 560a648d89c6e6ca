import { readFileSync } from 'node:fs'

/** What we keep in test/support/older-stubs, each as the first version had it. */
export const OLDER_TEXTS = ['gate', 'request', 'gate-block', 'request-block', 'lefthook'] as const
export type OlderText = (typeof OLDER_TEXTS)[number]

export const olderText = (name: OlderText): string =>
  readFileSync(new URL(`older-stubs/${name}.sh`, import.meta.url), 'utf8')

/** A whole hook as the first version wrote it. */
export const olderStub = (name: 'gate' | 'request'): string => olderText(name)
