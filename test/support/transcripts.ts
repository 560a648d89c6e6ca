/** Lines as Claude Code and Codex write them, with what lies between two prompts. */

const claudeLine = (more: Record<string, unknown>) =>
  JSON.stringify({ parentUuid: 'p', isSidechain: false, type: 'user', userType: 'external', ...more })

export const claudeSaid = (text: unknown, at: string, more: Record<string, unknown> = {}): string =>
  claudeLine({ message: { role: 'user', content: text }, timestamp: at, ...more })

export const claudeToolResult = (output: string, at: string): string =>
  claudeSaid([{ type: 'tool_result', tool_use_id: 't', content: output }], at)

export const claudeAnswer = (text: string, at: string): string =>
  claudeLine({
    type: 'assistant',
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    timestamp: at,
  })

const codexEvent = (payload: unknown, at: string) =>
  JSON.stringify({ timestamp: at, ordinal: 1, type: 'event_msg', payload })

export const codexSaid = (text: string, at: string): string =>
  codexEvent(
    { type: 'item_completed', item: { type: 'UserMessage', id: 'i', content: [{ type: 'text', text }] } },
    at,
  )

export const codexSaidOlder = (message: string, at: string): string =>
  codexEvent({ type: 'user_message', message, images: [] }, at)

export const codexContext = (text: string, at: string): string =>
  JSON.stringify({
    timestamp: at,
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  })
