import type { Coverage } from '../../../domain/coverage.ts'
import type { ChangedFile } from '../../../domain/snapshot.ts'
import type { ReviewWork } from '../../../ports.ts'
import { LINE_LIMIT } from './file-view.ts'

const TOO_LARGE = 'larger than 5 MB; what nobody should read goes into context.ignore'
const TOO_LONG = `a line is longer than ${LINE_LIMIT.toLocaleString('en')} characters; in the rest of it only secrets were looked for. What nobody should read goes into context.ignore`
const SUBMODULE = '160000'

/** What the rules could look at. */
export function coverageOf({ files, ignored }: Pick<ReviewWork, 'files' | 'ignored'>): Coverage {
  const coverage: Coverage = { covered: [], ignored: [...ignored], missed: [] }
  for (const file of files) place(file, coverage)
  return coverage
}

function place(file: ChangedFile, { covered, ignored, missed }: Coverage): void {
  if (file.content === 'large') missed.push({ file: file.path, reason: TOO_LARGE })
  else if (file.content === 'binary') ignored.push({ file: file.path, reason: 'binary' })
  else if (isSubmodule(file)) ignored.push({ file: file.path, reason: 'submodule' })
  else if (hasCutLine(file)) ignored.push({ file: file.path, reason: TOO_LONG })
  else covered.push(file.path)
}

const isSubmodule = ({ content, mode, oldMode }: ChangedFile): boolean =>
  content === 'link' && (mode ?? oldMode) === SUBMODULE

/** Only what is added counts: what was there before is nobody's news. */
const hasCutLine = ({ hunks }: ChangedFile): boolean =>
  hunks.some(({ lines }) => lines.some(({ kind, text }) => kind === 'added' && text.length > LINE_LIMIT))
