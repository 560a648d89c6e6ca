import { inClaudesWay } from './claude.ts'
import { hearSnake, type Protocol } from './protocol.ts'

export const gemini: Protocol = {
  events: {
    SessionStart: 'session-start',
    BeforeAgent: 'prompt',
    AfterTool: 'after-tool',
    AfterAgent: 'turn-end',
    SessionEnd: 'session-end',
  },
  takes: ['prompt', 'turn-end'],
  hear: hearSnake,
  answer(moment, words) {
    const answer = inClaudesWay(moment, words, { prompt: 'BeforeAgent' })
    // It denies where the others block: the reason is its next prompt.
    return answer && 'decision' in answer ? { ...answer, decision: 'deny' } : answer
  },
}
