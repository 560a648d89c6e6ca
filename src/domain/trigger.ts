/** What may start a run. */
export const TRIGGERS = ['post-commit', 'session-idle', 'task-done', 'explicit'] as const
export type Trigger = (typeof TRIGGERS)[number]
