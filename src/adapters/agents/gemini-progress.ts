import type { AgentProgress } from './agent.ts'
import { type AgentEvent, at, textAt } from './json-lines.ts'
import { toolLine } from './tool-line.ts'

/** What Gemini CLI does now. What it has used, it tells only at the end. */
export function geminiProgress(event: AgentEvent): AgentProgress | null {
  const line = lineOf(event)
  return line === null ? null : { line }
}

function lineOf(event: AgentEvent): string | null {
  if (event.type === 'tool_use') return toolLine(textAt(event, 'tool_name'), at(event, 'parameters'))
  if (event.type === 'error') return textAt(event, 'message')
  return event.type === 'message' && event.role === 'assistant' ? textAt(event, 'content') : null
}
