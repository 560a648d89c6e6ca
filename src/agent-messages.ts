import type { Cost } from './domain/outcome.ts'
import { oneLine } from './domain/plain-text.ts'
import type { ResolvedModel } from './domain/resolved-config.ts'
import { costWords, duration } from './messages.ts'
import type { Paint } from './paint.ts'

// What `wingman agents list` says.

interface Seen {
  name: string
  program: string | null
  version: string | null
  hint: string
}

export function agentLines(found: readonly Seen[], { bold, dim }: Paint): string[] {
  const rows = found.map(({ name, program, version, hint }) =>
    program === null
      ? dim(`  ${name.padEnd(10)} not here   ${hint}`)
      : `  ${name.padEnd(10)} ${(version ?? 'no version').padEnd(10)} ${oneLine(program)}`,
  )
  return [bold('Coding agents that can review'), ...rows]
}

export function modelLines(
  models: readonly { model: ResolvedModel; problem: string | null }[],
  { bold, red }: Paint,
): string[] {
  if (models.length === 0) return ['The config names no model.']
  const width = Math.max(10, ...models.map(({ model }) => model.name.length))
  const rows = models.map(({ model, problem }) => {
    const trouble = problem === null ? '' : `  ${red(`✖ ${problem}`)}`
    return `  ${model.name.padEnd(width)} ${modelWords(model)}${trouble}`
  })
  return [bold('Models of the config'), ...rows]
}

function modelWords(model: ResolvedModel): string {
  const fallback = model.fallback === null ? '' : `, else ${model.fallback.name}`
  if ('agent' in model)
    return oneLine([model.agent, model.model, model.effort].filter(Boolean).join(', ') + fallback)
  const at = model.baseUrl === null ? '' : ` at ${model.baseUrl}`
  return oneLine(`${model.api}, ${model.model}${at}${fallback}`)
}

export const checkHint = (command: string): string =>
  `Whether they answer: ${command} agents list --check (asks each of them a short question, without code)`

export const askingWords = (names: readonly string[]): string =>
  names.length === 0 ? 'There is nobody to ask.' : `Asking ${names.join(', ')}, at most a minute each`

interface Tried {
  name: string
  answers: 'yes' | 'words' | 'no'
  reason: string | null
  cost: Cost | null
  durationMs: number
}

const ANSWERS = { yes: 'answers', words: 'answers in words: it needs a `parse` model' }

export function triedLine({ name, answers, reason, cost, durationMs }: Tried, { green, red }: Paint): string {
  if (answers === 'no') return `${red('✖')} ${name}: ${oneLine(reason ?? 'no answer')}`
  return `${green('✔')} ${name}: ${ANSWERS[answers]} (${duration(durationMs)}${cost ? `, ${costWords(cost)}` : ''})`
}
