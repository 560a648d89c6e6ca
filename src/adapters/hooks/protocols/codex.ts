import { claude } from './claude.ts'
import type { Protocol } from './protocol.ts'

/** Claude Code's events, payloads and answers. */
export const codex: Protocol = { ...claude }
