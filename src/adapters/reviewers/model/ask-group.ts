import { addCosts } from '../../../domain/cost.ts'
import type { FindingDraft } from '../../../domain/finding.ts'
import { mergeFindings } from '../../../domain/merge-findings.ts'
import { CLAIMS, type Cost, type ReviewerReport } from '../../../domain/outcome.ts'
import type { Unanswered } from '../../models/asker.ts'
import { type Answer, answerJsonSchema } from './answer.schema.ts'
import { type Quotable, quotable } from './find-quote.ts'
import type { ShownPiece } from './pack-files.ts'
import { type Refuted, refuteFindings } from './refute.ts'
import type { Sitting } from './sitting.ts'
import { takeAnswer } from './take-answer.ts'
import { clean, type Lost, sayDropped, validate } from './validate.ts'
import { whyOpen } from './why-open.ts'

export interface GroupOutcome {
  claim: ReviewerReport['claim']
  summary: string
  /** Who answered, or should have. */
  models: string[]
  findings: FindingDraft[]
  /** Why one of those asked did not answer; what the others found stands all the same. */
  failure: Pick<Unanswered, 'state' | 'reason'> | null
  cost: Cost | null
  output: string
}

export interface Group {
  pieces: readonly ShownPiece[]
  prompt: string
}

/** Puts one group of files before every model of the panel, side by side. */
export async function askGroup({ pieces, prompt }: Group, sitting: Sitting): Promise<GroupOutcome> {
  const { reviewer } = sitting
  const diffs = new Map<string, string>()
  for (const { path, text } of pieces) diffs.set(path, `${diffs.get(path) ?? ''}${text}\n`)
  const fileOf = fileReader(sitting, diffs)
  const members = await Promise.all(
    reviewer.models.map(async model => {
      const question = { prompt, schema: answerJsonSchema(), reads: true }
      const taken = await takeAnswer(await sitting.ask(sitting.open(model), question), sitting)
      return {
        model: taken.by?.name ?? model.name,
        stoodIn: taken.by ? `Asked instead, since ${taken.by.because}.` : '',
        ...(await grounded(taken, { fileOf, rule: reviewer.prompt.name, shown: [...diffs.keys()] })),
      }
    }),
  )
  const found = members.flatMap(({ findings }) => findings)
  // Before they are merged: what disproves one of two that stand close together says nothing of the other.
  const checked = await refuteFindings(found, { sitting, diffs, fileOf })
  const survivors = isPanel(sitting) ? mergeFindings(leftOf(members, checked)) : checked.survivors
  return {
    claim: claimOf(members, { found: found.length, left: survivors.length }),
    summary: summaryOf(members, checked),
    models: members.map(({ model }) => model),
    findings: survivors,
    failure: failureOf(members, { survivors, isOfPanel: isPanel(sitting) }),
    cost: addCosts([...members.map(({ cost }) => cost), checked.cost]),
    output: members.map(({ output }) => output).join('\n'),
  }
}

const isPanel = ({ reviewer }: Sitting): boolean => reviewer.models.length > 1

const leftOf = (members: readonly Member[], { survivors }: Refuted) =>
  members.map(({ model, findings }) => ({ model, findings: findings.filter(one => survivors.includes(one)) }))

type FileReader = (path: string) => Promise<Quotable | null>

/** Files as findings may cite them, each read once. Nothing outside the tree: git is asked, and not the disk. */
function fileReader({ work }: Sitting, diffs: ReadonlyMap<string, string>): FileReader {
  const read = new Map<string, Promise<Quotable | null>>()
  const reading: FileReader = async path => {
    if (path === '' || path.startsWith('/') || path.split('/').includes('..')) return null
    const content = (await work.read(path))?.toString() ?? null
    const diff = diffs.get(path)
    return content === null && diff === undefined ? null : quotable(content, diff ?? '')
  }
  return path => {
    const known = read.get(path) ?? reading(path).catch(() => null)
    read.set(path, known)
    return known
  }
}

interface Member {
  model: string
  /** Why it was asked in place of another; empty when it was not. */
  stoodIn: string
  state: 'done' | Unanswered['state']
  reason: string | null
  answer: Answer | null
  findings: FindingDraft[]
  dropped: string
  lost: Lost
  cost: Cost | null
  output: string
}

type Taken = Awaited<ReturnType<typeof takeAnswer>>

async function grounded(
  taken: Taken,
  { fileOf, rule, shown }: { fileOf: FileReader; rule: string; shown: readonly string[] },
): Promise<Omit<Member, 'model' | 'stoodIn'>> {
  const { cost, output, state } = taken
  if (taken.state !== 'done')
    return { state, reason: taken.reason, answer: null, findings: [], dropped: '', lost: {}, cost, output }
  const { answer } = taken
  const files = new Map<string, Quotable>()
  // What was shown may enable a finding elsewhere. Ten thousand findings may name ten thousand files.
  for (const path of new Set([...shown, ...answer.findings.slice(0, 1_000).map(({ file }) => file)])) {
    const file = await fileOf(path)
    if (file) files.set(path, file)
  }
  const { findings, dropped, lost } = validate(answer.findings, { rule, files })
  return { state: 'done', reason: null, answer, findings, dropped: sayDropped(dropped), lost, cost, output }
}

/** The strictest of what they say. Where every finding was there and then refuted, the claim is answered with them. */
function claimOf(
  members: readonly Member[],
  { found, left }: { found: number; left: number },
): GroupOutcome['claim'] {
  const said = members.flatMap(({ answer }) => answer?.result ?? [])
  if (said.length === 0) return null
  const strictest = CLAIMS[Math.max(...said.map(claim => CLAIMS.indexOf(claim)))] ?? null
  return strictest === 'needs-revision' && found > 0 && left === 0 ? 'approved' : strictest
}

function summaryOf(
  members: readonly Member[],
  { refuted, unchecked }: { refuted: number; unchecked: number },
): string {
  const said = members.map(({ model, stoodIn, answer, dropped }) => {
    // Ours first: what a model says may be long.
    const text = [stoodIn, dropped, clean(answer?.summary ?? '')].filter(part => part !== '').join(' ')
    return (members.length > 1 || stoodIn !== '') && text !== '' ? `${model}: ${text}` : text
  })
  const checked = [
    refuted > 0 ? `${refuted} refuted by the second model.` : '',
    unchecked > 0 ? `${unchecked} could not be checked by the second model, and stand.` : '',
  ]
  return [...checked, ...said].filter(part => part !== '').join(' ')
}

/** Of the first who did not answer, or whose answer leaves open what it is about. */
function failureOf(
  members: readonly Member[],
  { survivors, isOfPanel }: { survivors: readonly FindingDraft[]; isOfPanel: boolean },
): GroupOutcome['failure'] {
  for (const { model, state, reason, answer, findings, lost } of members) {
    const why = answer && whyOpen({ result: answer.result, findings, lost }, survivors)
    if (state === 'done' && why === null) continue
    const said = why ?? reason ?? state
    return { state: state === 'done' ? 'torn' : state, reason: isOfPanel ? `${model}: ${said}` : said }
  }
  return null
}
