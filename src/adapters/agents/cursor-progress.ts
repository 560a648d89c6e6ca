import type { AgentProgress } from './agent.ts'
import { type AgentEvent, at, isObject, textAt } from './json-lines.ts'
import { toolLine } from './tool-line.ts'

/** What Cursor does now. */
export function cursorProgress(event: AgentEvent): AgentProgress | null {
  const line = lineOf(event)
  return line === null ? null : { line }
}

function lineOf(event: AgentEvent): string | null {
  if (event.type === 'tool_call') return event.subtype === 'started' ? callOf(event.tool_call) : null
  if (event.type !== 'assistant') return null
  const content = at(event, 'message', 'content')
  return Array.isArray(content) ? textAt(content.at(-1), 'text') : null
}

/** `{ readToolCall: { args: { path } } }` */
function callOf(call: unknown): string | null {
  const [name, given] = isObject(call) ? (Object.entries(call)[0] ?? []) : []
  return name === undefined ? null : toolLine(name.replace(/ToolCall$/, ''), at(given, 'args'))
}
