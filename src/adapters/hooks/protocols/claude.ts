import { hearSnake, type Moment, type Protocol, said, type Words } from './protocol.ts'

export const claude: Protocol = {
  events: {
    SessionStart: 'session-start',
    UserPromptSubmit: 'prompt',
    Stop: 'turn-end',
    SessionEnd: 'session-end',
  },
  takes: ['prompt', 'turn-end'],
  hear: hearSnake,
  answer: (moment, words) => inClaudesWay(moment, words, { prompt: 'UserPromptSubmit' }),
}

/** `systemMessage` is on the person's screen alone. */
export function inClaudesWay(moment: Moment, { context, message }: Words, names: { prompt: string }) {
  const systemMessage = message
  if (moment === 'turn-end') return said({ systemMessage, decision: context && 'block', reason: context })
  if (moment !== 'prompt') return null
  const hookSpecificOutput = context && { hookEventName: names.prompt, additionalContext: context }
  return said({ systemMessage, hookSpecificOutput: hookSpecificOutput || null })
}
