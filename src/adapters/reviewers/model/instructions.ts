import { commandFiles, commandText } from '../../../domain/command-files.ts'
import { fillPlaceholders } from '../../../domain/placeholders.ts'
import type { ModelReviewer } from '../../../domain/resolved-config.ts'
import type { ReviewWork } from '../../../ports.ts'

/** What the reviewer is to do: the only part of the prompt that is ours, or the person's. */
export async function instructionsOf(
  reviewer: ModelReviewer,
  work: Pick<ReviewWork, 'readBase' | 'focus'>,
): Promise<string | { missing: string }> {
  const { prompt, name, paths } = reviewer
  if (prompt.kind === 'command') return commandAtBase(prompt.name, work)
  return fillPlaceholders(prompt.text, {
    reviewer: name,
    paths: paths?.join(', ') ?? 'every file of the change',
    focus: work.focus ?? 'nothing in particular',
  })
}

/** As the base has it: a change that rewrote the command would review itself. */
async function commandAtBase(name: string, { readBase }: Pick<ReviewWork, 'readBase'>) {
  for (const file of commandFiles(name)) {
    const text = commandText((await readBase(file))?.toString('utf8') ?? '')
    if (text !== '') return text
  }
  return { missing: `${name} is not in the base of this change yet, and only what stands there is followed` }
}
