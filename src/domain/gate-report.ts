import type { Standing } from './gate.ts'
import type { Allowed, Bypassed, Dismissed, Entry, Held, Reopened, Switched, Used } from './journal.ts'

/** What the gate did since then, counted from the journal. */
export interface GateReport {
  /** Pushes that were held; the same push, tried again on the same day, counts once. */
  held: number
  /** Pushes that would have been held, had the gate done more than warn. */
  warned: number
  /** For each loop and each way not to be approved: in how many of these pushes. */
  loops: { loop: string; standing: Standing; held: number; warned: number; findings: number }[]
  /** Pushes that would have gone by a policy that asks for less. */
  loosened: number
  /** Pushes at which the gate came to no answer, by the code of what kept it from one. */
  failed: { error: string; held: number }[]
  /** Pushes in which something is no commit, so that no loop could speak of it. */
  notReviewable: number
  exceptions: { given: Allowed[]; used: Used[]; open: Allowed[] }
  bypasses: Bypassed[]
  /** When the hooks were switched off and on, the newest last. */
  switched: Switched[]
  /** Of all findings that held a push, or would have: how many a person has said to be wrong. */
  blockers: { found: number; dismissed: number }
  /** Given in that time, whether taken back since or not. */
  dismissals: (Dismissed & { reopened: boolean })[]
}

export function reportOn(entries: readonly Entry[], since: string): GateReport {
  const recent = entries.filter(({ at }) => at >= since)
  const holds = ofKind<Held>(recent, 'gate')
  const allUsed = new Set(ofKind<Used>(entries, 'used').map(({ id }) => id))
  return {
    held: holds.filter(({ effect }) => effect === 'block').length,
    warned: holds.filter(({ effect }) => effect === 'warn').length,
    loops: perLoop(holds),
    loosened: holds.filter(({ refs }) => refs.some(isLooser)).length,
    failed: perError(holds),
    notReviewable: holds.filter(({ error, refs }) => error === null && refs.some(isNoCommit)).length,
    exceptions: {
      given: ofKind<Allowed>(recent, 'allowed'),
      used: ofKind<Used>(recent, 'used'),
      // Whenever they were given: one that is open stays open.
      open: ofKind<Allowed>(entries, 'allowed').filter(({ id }) => !allUsed.has(id)),
    },
    bypasses: ofKind<Bypassed>(recent, 'bypassed'),
    switched: recent.filter((entry): entry is Switched => 'reach' in entry),
    ...dismissedIn(entries, recent),
  }
}

function dismissedIn(
  entries: readonly Entry[],
  recent: readonly Entry[],
): Pick<GateReport, 'blockers' | 'dismissals'> {
  const reopened = new Set(ofKind<Reopened>(entries, 'reopened').map(({ id }) => id))
  const wrong = new Set(
    ofKind<Dismissed>(entries, 'dismissed')
      .filter(({ id }) => !reopened.has(id))
      .map(({ finding }) => finding),
  )
  const loops = ofKind<Held>(recent, 'gate').flatMap(({ refs }) =>
    refs.flatMap(ref => ref.loops.filter(stands)),
  )
  const found = new Set(loops.flatMap(({ findings }) => findings))
  return {
    blockers: { found: found.size, dismissed: [...found].filter(id => wrong.has(id)).length },
    dismissals: ofKind<Dismissed>(recent, 'dismissed').map(one => ({
      ...one,
      reopened: reopened.has(one.id),
    })),
  }
}

const isLooser = ({ loosened }: Held['refs'][number]): boolean => loosened.length > 0

const isNoCommit = (ref: Held['refs'][number]): boolean => ref.loops.length === 0 && !isLooser(ref)

function perError(holds: readonly Held[]): GateReport['failed'] {
  const codes = holds.flatMap(({ error }) => error ?? [])
  return [...new Set(codes)].map(error => ({ error, held: codes.filter(code => code === error).length }))
}

const ofKind = <E extends Entry>(entries: readonly Entry[], kind: E['kind']): E[] =>
  entries.filter((entry): entry is E => entry.kind === kind)

function perLoop(holds: readonly Held[]): GateReport['loops'] {
  const rows = new Map<string, GateReport['loops'][number] & { ids: Set<string> }>()
  for (const { effect, refs } of holds) {
    const seen = new Set<string>()
    for (const { loop, standing, findings } of refs.flatMap(({ loops }) => loops.filter(stands))) {
      const key = `${loop} ${standing}`
      const row = rows.get(key) ?? { loop, standing, held: 0, warned: 0, findings: 0, ids: new Set() }
      for (const id of findings) row.ids.add(id)
      if (!seen.has(key)) row[effect === 'block' ? 'held' : 'warned'] += 1
      seen.add(key)
      rows.set(key, row)
    }
  }
  return [...rows.values()]
    .map(({ ids, ...row }) => ({ ...row, findings: ids.size }))
    .sort((a, b) => b.held + b.warned - a.held - a.warned)
}

/** Those that the gate minded; the others are there for the whole picture. */
const stands = ({ effect }: { effect: string }): boolean => effect !== 'pass'
