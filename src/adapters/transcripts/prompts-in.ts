import type { AgentName } from '../../domain/agent-name.ts'
import { maskSecrets } from '../../domain/mask.ts'
import { linesFromEnd } from './lines-from-end.ts'
import { saidIn } from './said.ts'

/** Transcripts are huge and anybody's: what a prompt says of the last change stands near the end. */
export const PROMPT_LIMITS = { bytes: 32 * 1024 * 1024, prompts: 20, each: 2_000, all: 12_000 }

/** What the person said since then, the newest last: masked, and no more than a reviewer has room for. */
export function promptsIn(agent: AgentName, path: string, since: Date | null): string[] {
  const prompts: string[] = []
  let room = PROMPT_LIMITS.all
  for (const line of linesFromEnd(path, PROMPT_LIMITS.bytes)) {
    const said = saidIn(agent, line)
    if (!said) continue
    if (since && said.at !== null && said.at < since.getTime()) break
    const text = shortened(maskSecrets(said.text.slice(0, PROMPT_LIMITS.each * 4)))
    // Codex of some versions notes the same prompt twice.
    if (text === prompts.at(-1)) continue
    if (text.length > room || prompts.length === PROMPT_LIMITS.prompts) break
    room -= text.length
    prompts.push(text)
  }
  return prompts.reverse()
}

/** Masked before: half of a secret would not be known for one. */
const shortened = (text: string): string =>
  text.length > PROMPT_LIMITS.each ? `${text.slice(0, PROMPT_LIMITS.each)} […]` : text
