import type { AgentName } from '../../domain/agent-name.ts'

/** Something that the person said to the agent. */
export interface Said {
  text: string
  /** In milliseconds; null where the line does not say. */
  at: number | null
}

type Fields = Readonly<Record<string, unknown>>
type Reader = (line: Fields) => string | null

/** How each agent notes what it was told: as seen in the transcripts of the versions that test/agents pins. Others keep none that is documented. */
const READERS: Partial<Record<AgentName, Reader>> = {
  // Its own notes to itself, and what subagents are told, are lines of the user as well.
  claude(line) {
    if (line.type !== 'user' || line.isMeta || line.isSidechain || line.isCompactSummary) return null
    return textIn(fields(line.message).content)
  },
  // `user_message` in older versions. Not the `response_item`s, which hold AGENTS.md and the environment too.
  codex(line) {
    const payload = fields(line.payload)
    if (line.type !== 'event_msg') return null
    if (payload.type === 'user_message') return textIn(payload.message)
    const item = fields(payload.item)
    return payload.type === 'item_completed' && item.type === 'UserMessage' ? textIn(item.content) : null
  },
}

export const keepsTranscript = (agent: AgentName): boolean => READERS[agent] !== undefined

/** Untrusted: whatever is not of this shape says nothing. */
export function saidIn(agent: AgentName, line: string): Said | null {
  // Most lines are what the agent said, or read: they are not worth parsing.
  if (!/"(?:user|user_message|UserMessage)"/.test(line)) return null
  const value = parsed(line)
  const text = READERS[agent]?.(value)?.trim()
  const at = Date.parse(String(value.timestamp))
  return text ? { text, at: Number.isNaN(at) ? null : at } : null
}

/** What was said, without what the program put in between. */
function textIn(content: unknown): string | null {
  const pieces = Array.isArray(content) ? content.map(fields) : [{ type: 'text', text: content }]
  // The answer of a tool is told to the model as if the person had said it.
  if (pieces.some(({ type }) => type === 'tool_result')) return null
  const texts = pieces.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []))
  return texts.filter(text => !BY_THE_PROGRAM.test(text)).join('\n')
}

const BY_THE_PROGRAM =
  /^\s*(?:<(?:system-reminder|command-(?:name|message|args)|local-command-\w+|bash-\w+|ide_\w+|task-notification|hook_\w+)\b|\[Request interrupted)/

function parsed(line: string): Fields {
  try {
    return fields(JSON.parse(line))
  } catch {
    return {}
  }
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
