import { describe, expect, test } from 'vitest'
import { AGENT_SETTINGS } from '../../../../../src/adapters/hooks/agents/index.ts'
import { hear, PROTOCOLS } from '../../../../../src/adapters/hooks/protocols/index.ts'
import type { Moment, Payload } from '../../../../../src/adapters/hooks/protocols/protocol.ts'
import { AGENT_NAMES, type AgentName } from '../../../../../src/domain/agent-name.ts'

// As each agent sends it and reads it: the shapes were seen with the real CLIs, Cursor's are from its documentation.

const CLAUDES = { session_id: 's1', transcript_path: '/t.jsonl', cwd: '/r' }
const FROM_CLAUDE = { session: 's1', transcript: '/t.jsonl', cwd: '/r' }
const COPILOTS = { sessionId: 's1', timestamp: 1, cwd: '/r' }
const CURSORS = { conversation_id: 's1', generation_id: 'g', workspace_roots: ['/r', '/other'] }

type Row = [AgentName, event: string, payload: Payload, heard: object]
const HEARD: Row[] = [
  ...(['claude', 'codex'] as const).flatMap((agent): Row[] => [
    [agent, 'SessionStart', { ...CLAUDES, source: 'startup' }, { moment: 'session-start', ...FROM_CLAUDE }],
    [agent, 'UserPromptSubmit', { ...CLAUDES, prompt: 'x' }, { moment: 'prompt', ...FROM_CLAUDE }],
    [agent, 'Stop', { ...CLAUDES, stop_hook_active: false }, { moment: 'turn-end', isContinued: false }],
    [agent, 'Stop', { ...CLAUDES, stop_hook_active: true }, { moment: 'turn-end', isContinued: true }],
    [agent, 'Stop', { ...CLAUDES, stop_hook_active: 'true' }, { isContinued: false }],
    [agent, 'SessionEnd', { ...CLAUDES, reason: 'exit' }, { moment: 'session-end', ...FROM_CLAUDE }],
  ]),
  ['gemini', 'SessionStart', CLAUDES, { moment: 'session-start', ...FROM_CLAUDE }],
  ['gemini', 'BeforeAgent', { ...CLAUDES, prompt: 'x' }, { moment: 'prompt', ...FROM_CLAUDE }],
  ['gemini', 'AfterTool', { ...CLAUDES, tool_name: 'run_shell_command' }, { moment: 'after-tool' }],
  ['gemini', 'AfterAgent', { ...CLAUDES, stop_hook_active: true }, { moment: 'turn-end', isContinued: true }],
  ['gemini', 'SessionEnd', CLAUDES, { moment: 'session-end', session: 's1' }],
  ['opencode', 'session-start', { session: 's1', cwd: '/r' }, { moment: 'session-start', session: 's1' }],
  ['opencode', 'prompt', { session: 's1', cwd: '/r' }, { moment: 'prompt', cwd: '/r', isContinued: false }],
  ['opencode', 'turn-end', { session: 's1', continued: true }, { moment: 'turn-end', isContinued: true }],
  ['opencode', 'session-end', { session: 's1' }, { moment: 'session-end' }],
  ['copilot', 'sessionStart', { ...COPILOTS, source: 'new' }, { moment: 'session-start', session: 's1' }],
  ['copilot', 'userPromptSubmitted', { ...COPILOTS, prompt: 'x' }, { moment: 'prompt', cwd: '/r' }],
  [
    'copilot',
    'agentStop',
    { ...COPILOTS, transcriptPath: '/t', stopReason: 'end_turn' },
    { moment: 'turn-end', transcript: '/t', isContinued: false },
  ],
  ['copilot', 'agentStop', { ...COPILOTS, stopHookActive: true }, { isContinued: true }],
  ['copilot', 'sessionEnd', { ...COPILOTS, reason: 'complete' }, { moment: 'session-end' }],
  ['cursor', 'sessionStart', CURSORS, { moment: 'session-start', session: 's1', cwd: '/r' }],
  ['cursor', 'beforeSubmitPrompt', { ...CURSORS, prompt: 'x' }, { moment: 'prompt', session: 's1' }],
  ['cursor', 'stop', { ...CURSORS, status: 'completed', loop_count: 0 }, { isContinued: false }],
  ['cursor', 'stop', { ...CURSORS, loop_count: 1 }, { moment: 'turn-end', isContinued: true }],
  ['cursor', 'sessionEnd', CURSORS, { moment: 'session-end' }],
]

test.each(HEARD)('%s says %s with %j', (agent, event, payload, heard) => {
  expect(hear(agent, event, JSON.stringify(payload))).toMatchObject(heard)
})

describe.each(AGENT_NAMES.map(agent => [agent]))('%s', agent => {
  test('is asked for no event that is not understood', () => {
    const settings = AGENT_SETTINGS[agent]
    const asked = agent === 'opencode' ? Object.keys(PROTOCOLS.opencode.events) : settings.lacking('{}')
    expect(asked.toSorted()).toEqual(Object.keys(PROTOCOLS[agent].events).toSorted())
  })

  test.each(['', '{', 'null', '[]', '7', '"x"', '{"session_id":7,"cwd":{}}'])(
    'that sends %j has said nothing of itself',
    text => {
      for (const event of Object.keys(PROTOCOLS[agent].events))
        expect(hear(agent, event, text)).toMatchObject({
          session: null,
          transcript: null,
          isContinued: false,
        })
    },
  )

  test.each(['', 'Unknown', 'toString', '__proto__', 'constructor'])('means nothing by %j', event => {
    expect(hear(agent, event, '{}')).toBeNull()
  })

  test('is told nothing where there is nothing to say', () => {
    for (const moment of Object.values(PROTOCOLS[agent].events))
      expect(PROTOCOLS[agent].answer(moment, { context: null, message: null })).toBeNull()
  })
})

const BOTH = { context: 'C', message: 'M' }
const PERSON = { context: null, message: 'M' }
const blocks = { systemMessage: 'M', decision: 'block', reason: 'C' }
const promptOf = (hookEventName: string) => ({
  systemMessage: 'M',
  hookSpecificOutput: { hookEventName, additionalContext: 'C' },
})

type Said = [AgentName, Moment, toBoth: object | null, toPerson: object | null]
const SAID: Said[] = [
  ['claude', 'prompt', promptOf('UserPromptSubmit'), { systemMessage: 'M' }],
  ['claude', 'turn-end', blocks, { systemMessage: 'M' }],
  ['claude', 'session-start', null, null],
  ['claude', 'session-end', null, null],
  ['codex', 'prompt', promptOf('UserPromptSubmit'), { systemMessage: 'M' }],
  ['codex', 'turn-end', blocks, { systemMessage: 'M' }],
  ['gemini', 'prompt', promptOf('BeforeAgent'), { systemMessage: 'M' }],
  ['gemini', 'after-tool', null, null],
  ['gemini', 'turn-end', { ...blocks, decision: 'deny' }, { systemMessage: 'M' }],
  ['opencode', 'prompt', { context: 'C', message: 'M' }, { message: 'M' }],
  ['opencode', 'turn-end', { context: 'C', message: 'M' }, { message: 'M' }],
  ['copilot', 'prompt', { additionalContext: 'C' }, null],
  ['copilot', 'turn-end', { decision: 'block', reason: 'C' }, null],
  ['copilot', 'session-start', null, null],
  ['cursor', 'session-start', { additional_context: 'C' }, null],
  ['cursor', 'prompt', null, null],
  ['cursor', 'turn-end', { followup_message: 'C' }, null],
  ['cursor', 'session-end', null, null],
]

test.each(SAID)('%s at %s: for both, and for the person alone', (agent, moment, toBoth, toPerson) => {
  expect(PROTOCOLS[agent].answer(moment, BOTH)).toEqual(toBoth)
  expect(PROTOCOLS[agent].answer(moment, PERSON)).toEqual(toPerson)
})

test('nobody takes something where it would be lost', () => {
  for (const agent of AGENT_NAMES)
    for (const moment of PROTOCOLS[agent].takes)
      expect(JSON.stringify(PROTOCOLS[agent].answer(moment, BOTH))).toContain('"C"')
})
