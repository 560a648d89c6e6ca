import { type Protocol, said, textIn } from './protocol.ts'

/** It shows its person nothing of ours, so they get no words. */
export const copilot: Protocol = {
  events: {
    sessionStart: 'session-start',
    userPromptSubmitted: 'prompt',
    agentStop: 'turn-end',
    sessionEnd: 'session-end',
  },
  takes: ['prompt', 'turn-end'],
  hear: (moment, payload) => ({
    moment,
    session: textIn(payload, 'sessionId', 'session_id'),
    transcript: textIn(payload, 'transcriptPath', 'transcript_path'),
    cwd: textIn(payload, 'cwd'),
    isContinued: payload.stopHookActive === true || payload.stop_hook_active === true,
  }),
  answer(moment, { context }) {
    if (moment === 'prompt') return said({ additionalContext: context })
    return moment === 'turn-end' && context !== null ? { decision: 'block', reason: context } : null
  },
}
