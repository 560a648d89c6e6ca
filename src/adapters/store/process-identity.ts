import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A pid alone is reused; with the time its process began, the boot and the host it names one process for ever. */
export interface ProcessIdentity {
  pid: number
  started: string | null
  boot: string | null
  host: string
  /** Its numbers are known in its own namespace only: a container may share the host's name and boot. */
  namespace: string | null
}

export const thisProcess = (): ProcessIdentity => processOf(process.pid)

export const processOf = (pid: number): ProcessIdentity => ({
  pid,
  started: startOf(pid),
  boot: bootId(),
  host: hostname(),
  namespace: pidNamespace(),
})

/** Whether this very process is there, beyond doubt: where the system does not tell when a process began, nothing is. */
export function isProven(noted: unknown): noted is ProcessIdentity {
  const { pid, started, boot } = (noted ?? {}) as Partial<ProcessIdentity>
  if (typeof pid !== 'number' || pid <= 1 || typeof started !== 'string' || typeof boot !== 'string')
    return false
  return isAlive(noted as ProcessIdentity) === true
}

/** Null of another machine (a shared disk) or namespace: there we cannot know. */
export function isAlive(holder: ProcessIdentity): boolean | null {
  if (holder.host !== hostname() || holder.namespace !== pidNamespace()) return null
  if (holder.boot !== bootId()) return false
  if (holder.started !== startOf(holder.pid)) return false
  return processRuns(holder.pid)
}

/** Whether there is a process of this number here, be it the one that was meant or not. */
export function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Field 22 of /proc/<pid>/stat, counted behind the name, which may contain anything. Null where there is no /proc. */
function startOf(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  // A zombie has ended; only nobody has asked how.
  return fields[0] === 'Z' ? null : (fields[19] ?? null)
}

/** A name for the world in which a number of ours means a process: put into the names of temporary files. */
export const processWorld = (): string =>
  createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8)

function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null // macOS has none
  }
}

const bootId = (): string | null => readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? null

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
