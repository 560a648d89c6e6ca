import { existsSync } from 'node:fs'
import type { LoopResult } from '../../domain/review.ts'
import { VERDICTS } from '../../domain/verdict.ts'
import { sentenceOf } from '../../errors.ts'
import type { Unreadable } from '../../ports.ts'
import { namesIn, readNow } from './files.ts'
import { isNewer, newerThanUs, RECORD_VERSION } from './record-version.ts'

/** The newest judgement of this content under this policy. The gate reads it in a hook, so no schema library is loaded here. */
export async function readResult(folder: string, policy: string): Promise<LoopResult | Unreadable | null> {
  // Nearly always it was judged once. Turns follow each other, and when some go the lowest go first: the first is the newest
  // where it is there and the second is not. Two looks cost half of a list, and a push of a thousand commits takes a thousand.
  const isAlone = !existsSync(pathOf(folder, policy, 1))
  const only = isAlone ? readTurn(folder, policy, 0) : null
  if (only) return only
  const [newest] = (await namesIn(folder)).flatMap(name => turnOf(name, policy)).sort((a, b) => b - a)
  return newest === undefined ? null : readTurn(folder, policy, newest)
}

function readTurn(folder: string, policy: string, turn: number): LoopResult | Unreadable | null {
  const path = pathOf(folder, policy, turn)
  try {
    const text = readNow(path)
    return text === null ? null : checkResult(text, path)
  } catch (error) {
    // Never the one below it: this turn may have overridden what the older one says.
    return { unreadable: sentenceOf(error) }
  }
}

const pathOf = (folder: string, policy: string, turn: number): string =>
  `${folder}/${resultName(policy, turn)}`

export const resultName = (policy: string, turn: number): string => `${policy}.${turn}.json`

/** The number behind the policy; none for the file of another policy. */
export function turnOf(name: string, policy: string): number[] {
  if (!name.startsWith(`${policy}.`)) return []
  const turn = /^(\d+)\.json$/.exec(name.slice(policy.length + 1))?.[1]
  return turn === undefined ? [] : [Number(turn)]
}

/** Version and the fields that the gate needs; a test holds this check against the zod schema. */
export function checkResult(text: string, path: string): LoopResult | Unreadable {
  const value = parse(text)
  if (!isRecord(value)) return { unreadable: `${path} is not JSON` }
  if (isNewer(value)) return { unreadable: newerThanUs(path, value.version) }
  if (value.version !== RECORD_VERSION)
    return {
      unreadable: `${path} has version ${JSON.stringify(value.version)}; this wingman reads version ${RECORD_VERSION}`,
    }
  if (isTombstone(value)) return { unreadable: `${path} was damaged, and is set aside as ${value.setAside}` }
  const { outcome, snapshot } = value
  const sound =
    [value.loop, value.policy, value.key, value.review].every(isText) &&
    isRecord(snapshot) &&
    [snapshot.commit, snapshot.base, snapshot.tree, snapshot.digest].every(isText) &&
    isRecord(outcome) &&
    VERDICTS.some(verdict => verdict === outcome.verdict) &&
    Array.isArray(outcome.reviewers) &&
    outcome.reviewers.every(reviewer => isRecord(reviewer) && Array.isArray(reviewer.findings))
  return sound ? (value as unknown as LoopResult) : { unreadable: `${path} is damaged` }
}

/** Stands where a damaged result stood: the turns below it stay hidden until the content is judged again. */
export const tombstone = (setAside: string): string =>
  `${JSON.stringify({ version: RECORD_VERSION, setAside })}\n`

export const isTombstone = (value: unknown): value is { setAside: string } =>
  isRecord(value) && isText(value.setAside) && value.outcome === undefined

const isText = (value: unknown): value is string => typeof value === 'string'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
