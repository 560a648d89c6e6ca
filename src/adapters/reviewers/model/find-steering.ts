import type { FindingDraft } from '../../../domain/finding.ts'
import { maskSecrets } from '../../../domain/mask.ts'
import { oneLine, plainText } from '../../../domain/plain-text.ts'
import { addedLines, type ChangedFile } from '../../../domain/snapshot.ts'
import { steers } from '../../../domain/steering.ts'
import type { ReviewWork } from '../../../ports.ts'

/**
 * What in the change speaks to whoever reviews it. A model that obeys it approves, and its answer looks like any other; so this
 * is found without a model, and nothing that a model says takes it away.
 */
export function findSteering({
  files,
  ignored,
  messages,
}: Pick<ReviewWork, 'files' | 'ignored' | 'messages'>): FindingDraft[] {
  const inFiles = files.flatMap(file => [...inPath(file.path), ...inLines(file)])
  // They are named to the model, though what is in them is not shown.
  const inNames = ignored.flatMap(({ file }) => inPath(file))
  const inMessages = messages
    .flatMap(({ subject, body }) => [subject, ...body.split('\n')])
    .filter(steers)
    .map(line => found({ file: null, line: null, text: line, where: 'A commit message' }))
  return [...inFiles, ...inNames, ...inMessages].slice(0, MOST)
}

const MOST = 20

function inPath(path: string): FindingDraft[] {
  const words = path.replace(/[-_./\\]+/g, ' ')
  return steers(words) || steers(path)
    ? [found({ file: path, line: null, text: path, where: 'The name of a file' })]
    : []
}

const inLines = (file: ChangedFile): FindingDraft[] =>
  addedLines(file)
    .filter(({ text }) => steers(text))
    .map(({ text, line }) => found({ file: file.path, line, text, where: 'This line' }))

function found({
  file,
  line,
  text,
  where,
}: {
  file: string | null
  line: number | null
  text: string
  where: string
}): FindingDraft {
  return {
    rule: 'steers-reviewer',
    severity: 'critical',
    blocking: false,
    file,
    line,
    endLine: null,
    title: `${where} speaks to whoever reviews the change, and not to whoever reads the code.`,
    detail:
      'A reviewer that follows it approves because of it. What a model says of this change cannot be relied on.',
    fix: 'Take it out. If the code needs it, a person has to wave it through.',
    quote: oneLine(maskSecrets(plainText(text)), 300),
    confidence: 'likely',
  }
}
