import { removeGhostRefs } from '../../adapters/git/ghost-refs.ts'
import { type KnownGhost, readGhosts } from '../../adapters/git/read-ghosts.ts'
import { parseAge } from '../../config/units.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { ghostsToPrune, PRUNE_LIMITS, type PruneLimits } from '../../domain/prune-ghosts.ts'
import { WingmanError } from '../../errors.ts'
import { count } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { print, printJson } from '../io.ts'

export interface PruneOptions {
  keep?: string
  olderThan?: string
  dryRun?: boolean
  json?: boolean
}

/** `wingman snapshots prune`: what is beyond the number or the age, and what leads nowhere. */
export async function snapshotsPrune(options: PruneOptions): Promise<number> {
  const { door, ports } = openProject()
  const limits = limitsOf(options)
  const { ghosts, dangling } = await readGhosts(door)
  const dated = ghosts.map(({ id, at, note }: KnownGhost) => ({ id, at, worktree: note?.worktree ?? null }))
  const old = ghostsToPrune(dated, ports.clock.now().getTime(), limits)
  const pruned = [...old, ...dangling].map(({ id }) => id)
  const dryRun = options.dryRun ?? false
  if (!dryRun) await removeGhostRefs(door, pruned)
  const kept = ghosts.length - old.length
  if (options.json) printJson({ version: 1, dryRun, pruned, kept })
  else print(report(pruned, kept, dryRun))
  return EXIT.fine
}

function report(pruned: readonly string[], kept: number, dryRun: boolean): string {
  if (pruned.length === 0) return `Nothing to prune: ${count(kept, 'snapshot')}.`
  const done = dryRun ? 'Would prune' : 'Pruned'
  return [
    ...pruned.map(id => oneLine(id)),
    `${done} ${count(pruned.length, 'snapshot')}; ${kept} kept.`,
  ].join('\n')
}

function limitsOf({ keep, olderThan }: PruneOptions): PruneLimits {
  const limits = { ...PRUNE_LIMITS, anyway: 0 }
  if (keep !== undefined) limits.keep = numberIn(keep)
  if (olderThan !== undefined) limits.olderThanMs = ageIn(olderThan)
  return limits
}

function numberIn(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${text}\` is not a number of snapshots.`,
    hint: 'Write it as `--keep 50`.',
  })
}

function ageIn(text: string): number {
  const age = parseAge(text)
  if (age !== null) return age
  throw new WingmanError({
    code: 'E_USAGE',
    message: `\`${text}\` is not an age.`,
    hint: 'Write it as `--older-than 30d`, or with h, m or s.',
  })
}
