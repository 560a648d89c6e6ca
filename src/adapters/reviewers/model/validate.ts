import { type FindingDraft, SEVERITIES, type Severity } from '../../../domain/finding.ts'
import { maskSecrets } from '../../../domain/mask.ts'
import { oneLine, plainText } from '../../../domain/plain-text.ts'
import type { AnswerFinding } from './answer.schema.ts'
import { findQuote, isChangedLine, isShown, type Quotable } from './find-quote.ts'

export interface Validated {
  findings: FindingDraft[]
  dropped: Dropped
  /** The gravest that was dropped, for each reason. */
  lost: Lost
}

export interface Dropped {
  elsewhere: number
  notQuoted: number
  untouched: number
  tooMany: number
}

export type Lost = Partial<Record<keyof Dropped, Severity>>

export interface Grounds {
  rule: string
  /** What was shown, and every other file that a finding names and that is there. */
  files: ReadonlyMap<string, Quotable>
}

/** Only what names a file, quotes what is there, and hangs on this change, is a finding. The most severe come first. */
export function validate(found: readonly AnswerFinding[], { rule, files }: Grounds): Validated {
  const findings: FindingDraft[] = []
  const dropped: Dropped = { elsewhere: 0, notQuoted: 0, untouched: 0, tooMany: 0 }
  const lost: Lost = {}
  const ordered = [...found].sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
  for (const [index, finding] of ordered.entries()) {
    const file = files.get(finding.file)
    const place = file && findQuote(finding, file)
    const drop = (why: keyof Dropped) => {
      dropped[why]++
      lost[why] ??= finding.severity
    }
    if (findings.length >= MOST_FINDINGS || index >= MOST_EXAMINED) drop('tooMany')
    else if (!file) drop('elsewhere')
    else if (!place) drop('notQuoted')
    else if (!hangsOnTheChange(finding, file, files)) drop('untouched')
    else findings.push(draftOf(finding, place.line, rule))
  }
  return { findings, dropped, lost }
}

const MOST_FINDINGS = 100
/** Each costs a search through a file. */
const MOST_EXAMINED = 1_000

/** It is about what the diff shows, or names the changed line that makes it wrong. */
function hangsOnTheChange(
  { quote, enabledBy }: AnswerFinding,
  file: Quotable,
  files: Grounds['files'],
): boolean {
  if (isShown(quote, file)) return true
  return enabledBy !== null && [...files.values()].some(other => isChangedLine(enabledBy, other))
}

/** One sentence for the summary; empty when nothing was dropped. */
export function sayDropped({ elsewhere, notQuoted, untouched, tooMany }: Dropped): string {
  const parts = [
    elsewhere > 0 ? `${elsewhere} not about the change` : '',
    notQuoted > 0 ? `${notQuoted} quoting what is not there` : '',
    untouched > 0 ? `${untouched} about what did not change` : '',
    tooMany > 0 ? `${tooMany} beyond the first ${MOST_FINDINGS}` : '',
  ].filter(part => part !== '')
  return parts.length === 0 ? '' : `Dropped findings: ${parts.join(', ')}.`
}

function draftOf(finding: AnswerFinding, line: number | null, rule: string): FindingDraft {
  const { severity, blocking, file, confidence } = finding
  return {
    rule,
    severity,
    blocking,
    file,
    line,
    endLine: null,
    title: oneLine(maskSecrets(plainText(finding.title))),
    detail: clean(finding.reason),
    fix: finding.fix === null ? null : clean(finding.fix),
    quote: clean(finding.quote),
    confidence,
  }
}

/** A model may have been talked into anything: no escapes, no secrets, no novels. */
export const clean = (text: string): string => maskSecrets(plainText(text)).slice(0, 4_000).trim()
