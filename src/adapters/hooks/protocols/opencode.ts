import { type Protocol, said, textIn } from './protocol.ts'

/** Our own plugin on the other side (templates/agents/opencode.js), which puts the words where opencode wants them. */
export const opencode: Protocol = {
  events: {
    'session-start': 'session-start',
    prompt: 'prompt',
    'turn-end': 'turn-end',
    'session-end': 'session-end',
  },
  takes: ['prompt', 'turn-end'],
  hear: (moment, payload) => ({
    moment,
    session: textIn(payload, 'session'),
    transcript: null,
    cwd: textIn(payload, 'cwd'),
    isContinued: payload.continued === true,
  }),
  answer: (_, { context, message }) => said({ context, message }),
}
