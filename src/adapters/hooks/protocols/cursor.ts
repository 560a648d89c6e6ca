import { type Protocol, said, textIn } from './protocol.ts'

/** By its documentation. A prompt can be refused there, and not added to. */
export const cursor: Protocol = {
  events: {
    sessionStart: 'session-start',
    beforeSubmitPrompt: 'prompt',
    stop: 'turn-end',
    sessionEnd: 'session-end',
  },
  takes: ['session-start', 'turn-end'],
  hear: (moment, payload) => ({
    moment,
    session: textIn(payload, 'conversation_id', 'session_id'),
    transcript: textIn(payload, 'transcript_path'),
    cwd: Array.isArray(payload.workspace_roots) ? firstText(payload.workspace_roots) : null,
    // It counts the turns that were its own answers to a hook.
    isContinued: typeof payload.loop_count === 'number' && payload.loop_count > 0,
  }),
  answer(moment, { context }) {
    if (moment === 'session-start') return said({ additional_context: context })
    return moment === 'turn-end' ? said({ followup_message: context }) : null
  },
}

const firstText = ([first]: unknown[]): string | null => (typeof first === 'string' ? first : null)
