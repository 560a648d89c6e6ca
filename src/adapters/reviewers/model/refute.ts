import { addCosts } from '../../../domain/cost.ts'
import type { FindingDraft } from '../../../domain/finding.ts'
import type { Cost } from '../../../domain/outcome.ts'
import { refutationJsonSchema, refutationSchema } from './answer.schema.ts'
import { findQuote, type Quotable } from './find-quote.ts'
import { inTurns } from './in-turns.ts'
import { fenced, rulesFor } from './prompt.ts'
import type { Sitting } from './sitting.ts'

export interface Refuted {
  survivors: FindingDraft[]
  refuted: number
  /** Could not be put to the second model: they stand. */
  unchecked: number
  cost: Cost | null
}

interface Grounds {
  sitting: Sitting
  /** The diff of each file, as the first model saw it. */
  diffs: ReadonlyMap<string, string>
  fileOf(path: string): Promise<Quotable | null>
}

/** Each finding goes to a second model that must disprove it from the code. What it cannot disprove counts. */
export async function refuteFindings(findings: readonly FindingDraft[], grounds: Grounds): Promise<Refuted> {
  const { verify } = grounds.sitting.reviewer
  if (verify === null) return { survivors: [...findings], refuted: 0, unchecked: 0, cost: null }
  const judged = await inTurns(findings, async (finding, at) => {
    if (at >= MOST_CHECKED) return { finding, outcome: 'unchecked' as const, cost: null }
    return { finding, ...(await check(finding, grounds)) }
  })
  return {
    survivors: judged.filter(({ outcome }) => outcome !== 'refuted').map(({ finding }) => finding),
    refuted: judged.filter(({ outcome }) => outcome === 'refuted').length,
    unchecked: judged.filter(({ outcome }) => outcome === 'unchecked').length,
    cost: addCosts(judged.map(({ cost }) => cost)),
  }
}

/** Whoever has more than this to say is not made cheaper by asking again. */
const MOST_CHECKED = 40

async function check(finding: FindingDraft, grounds: Grounds) {
  const { sitting, fileOf } = grounds
  const { verify } = sitting.reviewer
  if (verify === null) return { outcome: 'unchecked' as const, cost: null }
  const prompt = await promptFor(finding, grounds)
  const heard = await sitting.ask(sitting.open(verify), {
    prompt,
    schema: refutationJsonSchema(),
    reads: true,
  })
  const said = heard.state === 'done' ? refutationSchema.safeParse(heard.answer).data : undefined
  const { cost } = heard
  if (!said) return { outcome: 'unchecked' as const, cost }
  // An opinion is no proof: the code that disproves it must be there.
  const file = said.refuted ? await fileOf(said.file) : null
  const isProven =
    file !== null &&
    said.reason.trim() !== '' &&
    said.quote.replace(/\s/g, '').length >= SHORTEST_PROOF &&
    findQuote({ ...said, line: null }, file) !== null
  return { outcome: isProven ? ('refuted' as const) : ('stands' as const), cost }
}

/** A word or two stand in every file. */
const SHORTEST_PROOF = 8

const LONGEST_FILE = 30_000

async function promptFor(finding: FindingDraft, { sitting, diffs, fileOf }: Grounds): Promise<string> {
  const nonce = sitting.nonce()
  const file = finding.file ?? ''
  const content = (await fileOf(file))?.content ?? ''
  const { title, detail, quote, line } = finding
  return `Somebody reports a defect in a change to code. Try to disprove it.

Read the code that is quoted, its callers, its types, its guards and its tests. The report is refuted only if you can point at
code that shows it to be wrong: copy that code, with its file. Not refuted: what you merely doubt, what cannot be decided from
the code, what is a matter of taste, and what is true.

${rulesFor(nonce)}

# The report

${fenced('REPORT', JSON.stringify({ file, line, title, reason: detail, quote }, null, 2), nonce)}

# The change to that file

${fenced('DIFF', diffs.get(file) ?? '(not shown)', nonce)}

# The file after the change

${content.length > 0 && content.length <= LONGEST_FILE ? fenced('FILE', content, nonce) : 'If you can read files, it is in the current folder.'}

Answer in the structured form, and with nothing else.`
}
