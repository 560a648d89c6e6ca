import { type FindingDraft, inReadingOrder } from '../../../domain/finding.ts'
import { maskSecrets } from '../../../domain/mask.ts'
import { oneLine } from '../../../domain/plain-text.ts'
import type { Problem } from './match-problems.ts'

export interface FailedCommand {
  command: string
  code: number
  output: string
}

/** What a failed command found. There is always something critical in it: a failure is never a pass. */
export function problemFindings(problems: readonly Problem[], failed: FailedCommand): FindingDraft[] {
  const findings = inReadingOrder(problems.map(findingOf))
  const kept = findings.slice(0, MOST_FINDINGS)
  if (findings.length > kept.length) kept.push(theRest(findings.slice(MOST_FINDINGS)))
  return kept.some(finding => finding.severity === 'critical') ? kept : [failure(failed), ...kept]
}

const MOST_FINDINGS = 200
const LAST_LINES = 30

function findingOf({ rule, level, file, line, message }: Problem): FindingDraft {
  const severity = level === 'error' ? 'critical' : 'warning'
  return { ...ofTheChange, rule, severity, file, line, title: oneLine(maskSecrets(message)) }
}

function theRest(rest: readonly FindingDraft[]): FindingDraft {
  // In reading order the most severe come first.
  const severity = rest[0]?.severity ?? 'critical'
  return {
    ...ofTheChange,
    rule: 'more-problems',
    severity,
    title: `${rest.length} more problems are not listed`,
  }
}

function failure({ command, code, output }: FailedCommand): FindingDraft {
  // Masked before it is cut: half a secret is not recognised any more.
  const lines = maskSecrets(output).trimEnd().split('\n').slice(-LAST_LINES)
  const detail = lines.map(line => line.slice(0, 500)).join('\n')
  return {
    ...ofTheChange,
    rule: 'exit-code',
    severity: 'critical',
    title: `\`${oneLine(maskSecrets(command), 120)}\` failed with exit code ${code}`,
    detail: detail.trim() === '' ? null : detail,
  }
}

const ofTheChange = {
  blocking: false,
  file: null,
  line: null,
  endLine: null,
  detail: null,
  fix: null,
  quote: null,
  confidence: 'certain',
} as const
