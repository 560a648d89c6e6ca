import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../../support/repository.ts'

/** A review that goes on until it is told to end: what happens meanwhile happens in its middle, at any speed. */
export function slowReview() {
  const folder = temporaryFolder()
  const [began, go] = [join(folder, 'began'), join(folder, 'go')]
  const wait = `echo $PPID >${began}; n=0; while [ ! -f ${go} ] && [ $n -lt 1200 ]; do sleep 0.05; n=$((n+1)); done`
  return {
    config: `reviewers:\n  slow: { run: '${wait}' }\nloops:\n  basics:\n    reviewers: [rules, slow]\ngates:\n  ship:\n    requires: [basics]\n`,
    hasBegun: () => until(() => existsSync(began) && readFileSync(began, 'utf8').endsWith('\n')),
    /** From here on every review ends at once. */
    end: () => writeFileSync(go, ''),
  }
}

/** Bounded, and much longer than anything here takes: a loaded machine is slow, and that is no failure. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (holds()) return
    await pause(50)
  }
  throw new Error(`it never came to be: ${holds}`)
}

export function isRunning(pid: number): boolean {
  try {
    // A zombie has ended; only nobody has asked how.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
