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
      if (++found > MOST_PLACES) {
        yield more(active, file, place)
        break
      }
      yield draft(active, file, place)
    }
  }
}

/** One for all of them: who has an answer to each that is listed has none yet to these. */
function more(active: ActiveRule, file: FileView, place: Place): FindingDraft {
  const title = `There are more of these in the file than the first ${MOST_PLACES}: ${active.rule.reason}`
  return { ...draft(active, file, place), title, quote: null }
}

function draft({ rule, severity }: ActiveRule, file: FileView, place: Place): FindingDraft {
  return {
    rule: rule.id,
    severity,
    blocking: false,
    file: file.path,
    line: place.line.number,
    endLine: place.endLine ?? null,
    title: rule.reason,
    detail: null,
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
