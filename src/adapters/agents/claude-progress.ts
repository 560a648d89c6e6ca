import type { AgentProgress } from './agent.ts'
import { claudeUsage } from './claude-usage.ts'
import { type AgentEvent, at, isObject, textAt } from './json-lines.ts'
import { tally } from './tally.ts'
import { toolLine } from './tool-line.ts'

/** What Claude Code does now, from its stream. */
export function claudeProgress(): (event: AgentEvent) => AgentProgress | null {
  const used = tally()
  return event => {
    if (event.type !== 'assistant') return null
    // One message comes in several events, each of which tells its usage until then.
    const cost = used.add(textAt(event, 'message', 'id') ?? '', claudeUsage(at(event, 'message', 'usage')))
    const line = lineOf(at(event, 'message', 'content'))
    return line === null ? { cost } : { line, cost }
  }
}

function lineOf(content: unknown): string | null {
  const block = Array.isArray(content) ? content.findLast(isObject) : null
  if (textAt(block, 'type') === 'tool_use') return toolLine(textAt(block, 'name'), at(block, 'input'))
  return textAt(block, 'text')
}
