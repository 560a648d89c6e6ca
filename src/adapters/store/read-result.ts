import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { LoopResult } from '../../domain/review.ts'
import { VERDICTS } from '../../domain/verdict.ts'
import { sentenceOf } from '../../errors.ts'
import type { Unreadable } from '../../ports.ts'
import { namesIn, readIfThere } from './files.ts'
import { isNewer, newerThanUs, RECORD_VERSION } from './record-version.ts'

/** The newest judgement of this content under this policy. The gate reads it in a hook, so no schema library is loaded here. */
export async function readResult(folder: string, policy: string): Promise<LoopResult | Unreadable | null> {
  const newest = await newestTurn(folder, policy)
  if (newest === undefined) return null
  const path = join(folder, resultName(policy, newest))
  try {
    const text = await readIfThere(path)
    return text === null ? null : checkResult(text, path)
  } catch (error) {
    // Never the one below it: this turn may have overridden what the older one says.
    return { unreadable: sentenceOf(error) }
  }
}

/**
 * Turns follow each other, and when some go the lowest go first: where the first one is there, none is missing. Looking for
 * the next name costs a sixth of what listing the folder does, and a push of a thousand commits does so a thousand times.
 */
async function newestTurn(folder: string, policy: string): Promise<number | undefined> {
  const isThere = (turn: number) => existsSync(join(folder, resultName(policy, turn)))
  if (isThere(0)) {
    let turn = 0
    while (isThere(turn + 1)) turn += 1
    return turn
  }
  return (await namesIn(folder)).flatMap(name => turnOf(name, policy)).sort((a, b) => b - a)[0]
}

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
      unreadable: `${path} has version ${value.version}; this wingman reads version ${RECORD_VERSION}`,
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
