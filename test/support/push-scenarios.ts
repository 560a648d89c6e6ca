import { test } from 'vitest'
import { gatedRepository } from './gate-scenes.ts'
import { perform } from './push-script.ts'
import { RULES_ONLY, type WingmanRepository } from './wingman.ts'

export interface PushScenario {
  /** What a user would notice. */
  title: string
  script: string
  /** The config that is committed and pushed before the script begins. */
  config?: string
  /** What `config name` writes. */
  configs?: Record<string, string>
  /** A repository of another kind; by itself one with a first commit on the remote and hooks. */
  stage?: () => WingmanRepository
}

export function pushScenarios(scenarios: readonly PushScenario[]): void {
  for (const { title, script, config = RULES_ONLY, configs, stage } of scenarios) {
    test(title, () => perform(stage ? stage() : gatedRepository(config), script, configs))
  }
}
