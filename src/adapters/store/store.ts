import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dismissed } from '../../domain/journal.ts'
import { type LoopResult, type Review, wasCutShort } from '../../domain/review.ts'
import type { Snapshot } from '../../domain/snapshot.ts'
import { sentenceOf, WingmanError } from '../../errors.ts'
import type { Commit, Fence, Log, Step, Store } from '../../ports.ts'
import { latestOf, pointTo } from './branch-pointer.ts'
import { createOnce, namesIn, readAnyway, readNow, writeWhole } from './files.ts'
import { refuseIfPassed } from './holding.ts'
import type { Layout } from './layout.ts'
import { NO_LOG } from './log.ts'
import { readResult, resultName, turnOf } from './read-result.ts'
import { readReview } from './read-review.ts'
import { readRequests } from './requests.ts'

export function openStore(at: Layout, fence: Fence, log: Log = NO_LOG): Store {
  return {
    saveReview: (review, outputs) => keeping(at, saveReview(at, fence, review, outputs)),
    review: id => readReview(at, log, id),
    async reviewIds() {
      return (await namesIn(at.reviews)).sort().reverse()
    },
    saveResult: (result, patch) => keeping(at, saveResult(at, fence, result, patch)),
    noteBase: (snapshot, patch) => keeping(at, noteBase(at, snapshot, patch)),
    noteStep: (commit, digest) => keeping(at, noteStep(at, commit, digest)),
    step: async commit => stepIn(readNow(at.step(commit)) ?? ''),
    digestsOf: async patch => (await namesIn(at.patches(patch))).filter(name => /^[0-9a-f]{64}$/.test(name)),
    result: (key, { policy }) => readResult(at.results(key), policy),
    dismissals: () => dismissals(at),
    digest: (tree, base) => digestOf(at, tree, base),
    basesOf: tree => basesOf(at, tree),
    speaksOf: (ref, latest) => keeping(at, pointTo(at, fence, ref, latest)),
    latest: ref => latestOf(at, ref),
    answer: async key => (ANSWER_KEY.test(key) ? parsed(await readAnyway(at.answer(key))) : null),
    keepAnswer: (key, answer) => keeping(at, writeWhole(at.answer(key), json(answer))),
    requests: () => readRequests(at),
    async settle(ids) {
      await refuseIfPassed(fence)
      for (const id of ids) await rm(join(at.queue, id), { force: true })
    },
  }
}

async function dismissals(at: Layout): Promise<Dismissed[]> {
  const { openDismissals } = await import('./journal.ts')
  return openDismissals(at.journal)
}

const ANSWER_KEY = /^[0-9a-f]{64}$/

/** One that is damaged is none: it is asked for again. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** A full or read-only disk is nobody's bug; what could not be kept counts as not reviewed. */
function keeping(at: Layout, saved: Promise<void>): Promise<void> {
  return saved.catch(cause => {
    if (cause instanceof WingmanError && cause.code === 'E_FENCED') throw cause
    throw new WingmanError({
      code: 'E_STORE',
      kind: 'undecided',
      message: `The review could not be kept, so it counts as none: ${sentenceOf(cause)}.`,
      hint: `Make ${at.shared} writable, with space left on its disk, and review again.`,
      cause,
    })
  })
}

async function saveReview(
  at: Layout,
  fence: Fence,
  review: Review,
  outputs: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, output] of outputs) await writeWhole(at.output(review.id, name), output)
  await createOnce(at.review(review.id), json(review))
  const { branch, commit } = review.snapshot
  if (branch && !review.part && !wasCutShort(review))
    await pointTo(at, fence, branch, { review: review.id, commit })
}

/** Under the next free number: a result is never overwritten, and a fresh judgement stands above the older one. */
async function saveResult(at: Layout, fence: Fence, result: LoopResult, patch: string | null): Promise<void> {
  // Who was passed over judged earlier than it speaks: its word must not stand above a later one.
  await refuseIfPassed(fence)
  // First: a result that nothing leads to would be reused for ever, and never be found by the gate.
  await noteBase(at, result.snapshot, patch)
  const folder = at.results(result.key)
  const turns = (await namesIn(folder)).flatMap(name => turnOf(name, result.policy))
  for (let turn = Math.max(-1, ...turns) + 1; ; turn += 1) {
    if (await createOnce(join(folder, resultName(result.policy, turn)), json(result))) return
  }
}

async function noteBase(at: Layout, { tree, base, digest }: Snapshot, patch: string | null): Promise<void> {
  await noteOnce(join(at.edges(tree), base), `${digest}\n`)
  if (patch !== null) await noteOnce(join(at.patches(patch), digest), '')
}

async function noteStep(at: Layout, { oid, tree, parents: [parent, ...others] }: Commit, digest: string) {
  if (parent && others.length === 0) await noteOnce(at.step(oid), `${tree} ${parent} ${digest}\n`)
}

function stepIn(text: string): Step | null {
  const [, tree, parent, digest] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([0-9a-f]{64})\n$/.exec(text) ?? []
  return tree && parent && digest ? { tree, parent, digest } : null
}

/** Without the cost of a file that would be thrown away: nearly always it is there. */
async function noteOnce(path: string, text: string): Promise<void> {
  if (!existsSync(path)) await createOnce(path, text)
}

async function basesOf(at: Layout, tree: string) {
  const bases = (await namesIn(at.edges(tree))).filter(name => /^[0-9a-f]{40,64}$/.test(name))
  const edges = await Promise.all(bases.map(async base => ({ base, digest: await digestOf(at, tree, base) })))
  return edges.flatMap(({ base, digest }) => (digest === null ? [] : [{ base, digest }]))
}

async function digestOf(at: Layout, tree: string, base: string): Promise<string | null> {
  return /^[0-9a-f]{64}$/m.exec(readNow(`${at.edges(tree)}/${base}`) ?? '')?.[0] ?? null
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
