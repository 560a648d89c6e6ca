import type { AgentProgress } from './agent.ts'
import { type AgentEvent, at, textAt } from './json-lines.ts'
import { toolLine } from './tool-line.ts'

/** What Codex does now. What it has used, it tells only at the end. */
export function codexProgress(event: AgentEvent): AgentProgress | null {
  if (event.type === 'error') return said(textAt(event, 'message'))
  if (event.type !== 'item.started' && event.type !== 'item.completed') return null
  const item = at(event, 'item')
  const type = textAt(item, 'type')
  if (type === 'command_execution')
    return event.type === 'item.started' ? said(textAt(item, 'command')) : null
  if (type === 'reasoning' || type === 'agent_message') return said(textAt(item, 'text'))
  return type === 'error' ? said(textAt(item, 'message')) : said(toolLine(type, item))
}

const said = (line: string | null): AgentProgress | null => (line === null ? null : { line })
