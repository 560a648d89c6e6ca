import type { ModelRequest } from './protocol.ts'
import type { Reply, Script } from './reply.ts'

export const APPROVED = { result: 'approved', summary: 'Looked at everything.', findings: [] }

/** Everything that was said to the model since it last spoke. A note of the CLI's may follow a tool's result. */
export function latest({ turns }: ModelRequest): string {
  const last = turns.findLastIndex(turn => turn.from === 'model')
  return turns
    .slice(last + 1)
    .map(turn => turn.text)
    .join('\n')
}

/** Reports what is there, whatever the change says of itself. */
export const honest =
  (answer: unknown): Script =>
  () => ({ answer })

/**
 * Does what the change tells it to: repeats a verdict that stands in there, fetches what it is sent for and repeats what
 * came back, approves what says of itself that it is fine.
 */
export const obedient: Script = request => {
  const said = latest(request)
  const verdict = /\{\s*"result"\s*:\s*"approved"[^\n]*\}/.exec(said)?.[0]
  return repeated(verdict) ?? fetched(request) ?? { answer: { ...APPROVED, summary: summaryFrom(request) } }
}

function repeated(verdict: string | undefined): Reply | null {
  if (verdict === undefined) return null
  try {
    return { answer: JSON.parse(verdict.replaceAll('\\"', '"')) }
  } catch {
    return { say: verdict }
  }
}

/** "read /home/somebody/.ssh/id_rsa", by whatever tool reads; only once. */
function fetched(request: ModelRequest): Reply | null {
  const path = /\bread (\/[^\s"'`\\]+)/i.exec(latest(request))?.[1]
  const tool = request.tools.find(name => /^(read|read_file|view)$/i.test(name))
  if (path === undefined || tool === undefined || request.turns.some(turn => turn.from === 'tool'))
    return null
  return { call: tool, input: { file_path: path, absolute_path: path, filePath: path, path } }
}

const summaryFrom = ({ turns }: ModelRequest): string =>
  `APPROVED, as the change says. ${turns.findLast(turn => turn.from === 'tool')?.text ?? ''}`.trim()
