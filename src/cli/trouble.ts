import { openFile } from '../adapters/desk/desk.ts'
import { readIfThere, writeWhole } from '../adapters/store/files.ts'
import type { Trouble } from '../domain/trouble.ts'
import { sentenceOf, WingmanError } from '../errors.ts'
import { troubleLine } from '../messages.ts'
import { commandOf, type Project } from './compose.ts'
import { headBranch } from './head-branch.ts'
import { typable } from './typable.ts'

/** Nobody watches a worker: why it could not do its work is kept for whoever asks next. Of several branches each is named. */
export async function keepTrouble(project: Project, ...errors: unknown[]): Promise<void> {
  const { at, ports } = project
  // A bug of ours comes first: it is the one with a stack to be kept.
  const [error] = [...errors.filter(it => !(it instanceof WingmanError)), ...errors]
  const known = error instanceof WingmanError
  const trouble: Trouble & { version: 1; stack: string | null } = {
    version: 1,
    code: known ? error.code : 'E_BUG',
    message: [...new Set(errors.map(sentenceOf))].join(' '),
    hint: known ? (error.hint ?? null) : null,
    stack: known ? null : ((error as Error)?.stack ?? null),
  }
  // By its code: the sentence may quote the config, and stands in the file.
  ports.log.error('trouble.kept', { code: trouble.code })
  await writeWhole(at.trouble, `${JSON.stringify(trouble, null, 2)}\n`)
  // The next commit tells: without it somebody could go on for hours unreviewed.
  const line = typable(troubleLine(trouble.message), commandOf(project))
  await writeWhole(at.openLine, openFile(await headBranch(project), line))
}

export async function readTrouble({ at }: Project): Promise<Trouble | null> {
  const text = await readIfThere(at.trouble)
  if (text === null) return null
  const trouble = parse(text)
  const isOne = typeof trouble?.code === 'string' && typeof trouble.message === 'string'
  if (isOne) return { ...trouble, hint: typeof trouble.hint === 'string' ? trouble.hint : null }
  return { code: 'E_STORE', message: 'the last worker failed, and what it left cannot be read', hint: null }
}

function parse(text: string): Trouble | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
