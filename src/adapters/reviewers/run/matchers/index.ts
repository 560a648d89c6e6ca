import { arrow } from './arrow.ts'
import { biome } from './biome.ts'
import { eslint } from './eslint.ts'
import { jest } from './jest.ts'
import type { Matcher } from './matcher.ts'
import { nodeTest } from './node-test.ts'
import { typescript } from './typescript.ts'
import { unix } from './unix.ts'
import { vitest } from './vitest.ts'

/** All of them read every output: a script often runs several tools. */
export const matchers = {
  typescript,
  eslint,
  biome,
  arrow,
  vitest,
  jest,
  'node-test': nodeTest,
  unix,
} satisfies Record<string, Matcher>
