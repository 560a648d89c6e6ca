import type { Said } from './heard.ts'

/**
 * An answer without a schema behind it. If it is one JSON document and nothing else, it is handed on as that, to be checked;
 * a fence around it is let pass. Half a document is no answer: what is missing may be the findings.
 */
export function documentOrWords(text: string): Said {
  const words = text.trim()
  if (words === '') return { state: 'torn', reason: 'the model gave no answer' }
  const inner = /^```(?:json)?[ \t]*\n([\s\S]*?)\n?```$/.exec(words)?.[1]?.trim() ?? words
  if (!/^[{[]/.test(inner)) return { state: 'prose', text: words }
  try {
    return { state: 'done', answer: JSON.parse(inner) }
  } catch {
    return { state: 'torn', reason: "the model's answer is no whole JSON document" }
  }
}
