import type { WingmanConfig } from './types.ts'

/**
 * Hands the config back as it is. It is here for the editor: names are inferred from where they are declared, so a
 * reviewer, model or loop that does not exist is an error at the place that mentions it.
 */
export function defineConfig<
  LoopName extends string,
  // Without a default, a config that declares no models would accept any name.
  ModelName extends string = never,
  ReviewerName extends string = never,
>(
  config: WingmanConfig<ModelName, ReviewerName, LoopName>,
): WingmanConfig<ModelName, ReviewerName, LoopName> {
  return config
}
