import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { maskSecrets } from '../../domain/mask.ts'
import { oneLine, plainText } from '../../domain/plain-text.ts'
import { type AtWork, type Progress, readProgressText, type Told } from '../../domain/progress.ts'
import type { Clock, ProgressKeeper } from '../../ports.ts'
import { endOrphanedGroup, onGroups } from '../process-group.ts'
import { readAnyway } from './files.ts'
import { isProven, type ProcessIdentity, processOf } from './process-identity.ts'

/**
 * Who is at work here, in a file that is there only while somebody is. Whole, but not made sure of on the disk: after a crash
 * nobody is at work.
 */
export function openProgress(path: string, clock: Clock): ProgressKeeper {
  const atWork = new Set<AtWork>()
  let groups: ProcessIdentity[] = []
  const keep = () => {
    const progress: Progress = { version: 1, pid: process.pid, atWork: [...atWork], groups }
    try {
      if (atWork.size === 0 && groups.length === 0) return rmSync(path, { force: true })
      writeFileSync(`${path}.${process.pid}`, JSON.stringify(progress))
      renameSync(`${path}.${process.pid}`, path)
    } catch {
      // Then nobody hears how far it is.
    }
  }
  const soon = atMostEvery(AT_MOST_EVERY_MS, keep)
  onGroups(leaders => {
    groups = leaders.map(leader => groups.find(({ pid }) => pid === leader) ?? processOf(leader))
    keep()
  })
  return {
    async during(job, work) {
      const entry: AtWork = { ...job, since: clock.now().getTime() }
      atWork.add(entry)
      keep()
      try {
        return await work(told => {
          Object.assign(entry, tamed(told))
          soon()
        })
      } finally {
        atWork.delete(entry)
        keep()
      }
    },
  }
}

const AT_MOST_EVERY_MS = 200

/** A reviewer may say a hundred things in a second; nobody reads as fast. */
function atMostEvery(ms: number, act: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      act()
    }, ms).unref()
  }
}

const LONGEST_LINE = 200

/** It lies in a file while the work goes on. */
const tamed = ({ line, ...told }: Told): Told =>
  line === undefined ? told : { ...told, line: oneLine(maskSecrets(plainText(line)), LONGEST_LINE) }

/** Of this process; what another left behind is old. */
export async function atWorkIn(path: string, pid: number | undefined): Promise<AtWork[]> {
  const progress = readProgressText((await readAnyway(path)) ?? '')
  return progress && progress.pid === pid ? progress.atWork : []
}

/**
 * Ends what a killed process left running here, before it is begun once more beside it. Only what is proven to be that: a number
 * alone may be anybody's by now. Answers how many.
 */
export async function endOrphans(path: string): Promise<number> {
  const progress = readProgressText((await readAnyway(path)) ?? '')
  if (!progress || progress.pid === process.pid) return 0
  const orphans = (progress.groups ?? []).filter(isProven)
  await Promise.all(orphans.map(({ pid }) => endOrphanedGroup(pid)))
  return orphans.length
}
