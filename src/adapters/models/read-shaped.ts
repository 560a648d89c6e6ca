import type { Heard } from './asker.ts'
import { unanswered } from './asker.ts'
import type { Streamed } from './read-stream.ts'

/** Only what is JSON from its first character to its last is an answer; everything else are words. */
export function readShaped({ text, cost, ending }: Streamed): Heard {
  const output = text
  const cut = CUT_OFF[ending ?? '']
  if (cut !== undefined) return unanswered('torn', `the answer was cut off: ${cut}`, { cost, output })
  if (text.trim() === '') return unanswered('torn', 'the model said nothing', { cost, output })
  const answer = parsed(unfenced(text.trim()))
  if (answer !== undefined) return { state: 'done', answer, cost, output }
  // Words that begin as an answer does are one that broke, and no text for another model to read a verdict into.
  if (/^[{[]/.test(text.trim())) return unanswered('torn', 'the answer is half a JSON', { cost, output })
  // A JSON that is whole proves itself; half a review in words may be the half without the findings.
  if (ending !== 'stop') return unanswered('torn', 'the answer was cut off: it has no end', { cost, output })
  return { state: 'prose', text, cost, output }
}

const CUT_OFF: Record<string, string> = {
  length: 'the model said all that it may',
  'content-filter': 'a filter was in the way',
  error: 'an error was in the way',
}

/** Local models put the answer into a block. Only if nothing stands around it. */
const unfenced = (text: string): string => /^```(?:json)?\n([^`]*)\n```$/.exec(text)?.[1] ?? text

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
