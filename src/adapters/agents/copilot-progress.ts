import type { AgentProgress } from './agent.ts'
import { type AgentEvent, at, textAt } from './json-lines.ts'
import { toolLine } from './tool-line.ts'

/** What Copilot CLI does now. What it has used, it tells only at the end. */
export function copilotProgress({ type, data }: AgentEvent): AgentProgress | null {
  if (type === 'tool.execution_start') return said(toolLine(textAt(data, 'toolName'), at(data, 'arguments')))
  if (type === 'assistant.message') return said(textAt(data, 'content'))
  return type === 'assistant.turn_retry' ? said(`tries again: ${textAt(data, 'reason') ?? 'an error'}`) : null
}

/** Word by word, and piece by piece of a tool's input: all of it comes again, whole. */
export const isCopilotNoise = ({ type }: AgentEvent): boolean =>
  typeof type === 'string' && type.endsWith('_delta')

const said = (line: string | null): AgentProgress | null => (line === null ? null : { line })
