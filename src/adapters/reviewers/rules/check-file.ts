import type { FindingDraft } from '../../../domain/finding.ts'
import { maskSecrets } from '../../../domain/mask.ts'
import type { FileView } from './file-view.ts'
import type { ActiveRule } from './presets.ts'
import { looksAt, type Place } from './rule.ts'

/** Nobody reads the hundredth finding of the same kind in the same file. */
const MOST_PLACES = 20
const LONGEST_QUOTE = 200

/** What the rules find in one file. */
export function* checkFile(rules: readonly ActiveRule[], file: FileView): Iterable<FindingDraft> {
  for (const active of rules) {
    if (!looksAt(active.rule, file)) continue
    let found = 0
    for (const place of active.rule.check(file)) {
      if (++found > MOST_PLACES) break
      yield draft(active, file, place, found === MOST_PLACES)
    }
  }
}

function draft({ rule, severity }: ActiveRule, file: FileView, place: Place, isLast: boolean): FindingDraft {
  return {
    rule: rule.id,
    severity,
    blocking: false,
    file: file.path,
    line: place.line.number,
    endLine: place.endLine ?? null,
    title: rule.reason,
    detail: isLast ? `There may be more of these in the file; the first ${MOST_PLACES} are listed.` : null,
    fix: rule.fix,
    quote: quote(place.line.full),
    confidence: rule.confidence,
  }
}

/** Masked before it is cut: half a secret is not recognised any more, and still tells half of it. */
function quote(text: string): string {
  const masked = maskSecrets(text).trim()
  return masked.length <= LONGEST_QUOTE ? masked : `${masked.slice(0, LONGEST_QUOTE - 1)}…`
}
