import type { IntentSource } from '../ports.ts'

/** Nobody keeps what the person said to the agent, or the task, yet. */
export const NO_INTENT: IntentSource = { prompts: async () => [], task: async () => null }
