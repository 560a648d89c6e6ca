import type { AgentProgress } from './agent.ts'
import { type AgentEvent, at, textAt } from './json-lines.ts'
import { stepCost } from './opencode-answer.ts'
import { tally } from './tally.ts'
import { toolLine } from './tool-line.ts'

/** What opencode does now, and what its steps have used. */
export function opencodeProgress(): (event: AgentEvent) => AgentProgress | null {
  const used = tally()
  return event => {
    if (event.type === 'step_finish')
      return { cost: used.add(textAt(event, 'part', 'id') ?? '', stepCost(event)) }
    const line = lineOf(event)
    return line === null ? null : { line }
  }
}

function lineOf({ type, part }: AgentEvent): string | null {
  if (type === 'tool_use') return toolLine(textAt(part, 'tool'), at(part, 'state', 'input'))
  return type === 'text' ? textAt(part, 'text') : null
}
