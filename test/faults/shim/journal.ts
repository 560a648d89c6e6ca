import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning } from './slow-review.ts'

/** A place at which a process can be killed. */
export interface Point {
  role: string
  number: number
  when: 'before' | 'during' | 'after'
  op: string
  path: string
}

type Line = { pid: number; role: string } & (
  | { what: 'start' }
  | { what: 'end'; killed?: true }
  | { what: 'child'; child: number }
  | ({ what: 'point' } & Omit<Point, 'role'>)
)

/** What the preload wrote: every process of a scenario, and each point that it passed. */
export function readJournal(path: string) {
  const lines: Line[] = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1) // one without its end is still being written
        .filter(Boolean)
        .map(line => JSON.parse(line))
    : []
  const ended = new Set(lines.filter(({ what }) => what === 'end').map(({ pid }) => pid))
  const started = lines.filter(({ what }) => what === 'start')
  return {
    points: firstOfEachRole(lines),
    roles: new Set(started.map(({ role }) => role)),
    hasKilled: existsSync(`${path}.killed`),
    // A git or a shell whose parent was killed goes on to its end.
    isQuiet: started.every(({ pid }) => ended.has(pid)) && !children(lines).some(isRunning),
  }
}

const children = (lines: readonly Line[]): number[] => [
  ...new Set(lines.flatMap(line => (line.what === 'child' ? [line.child] : []))),
]

/** A number names a point of the first process of a role; a second one of that role would pass the same again. */
function firstOfEachRole(lines: readonly Line[]): Point[] {
  const pids = new Map<string, number>()
  for (const { role, pid } of lines) if (!pids.has(role)) pids.set(role, pid)
  return lines.flatMap(line => (line.what === 'point' && pids.get(line.role) === line.pid ? [line] : []))
}

export const nameOf = ({ role, number, when, op, path }: Point): string =>
  `${role}:${number} ${when} ${op} ${path}`

/** Until every process that began has ended, detached ones included, and those roles that must come have come. */
export async function quiet(path: string, roles: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const journal = readJournal(path)
    if (journal.isQuiet && roles.every(role => journal.roles.has(role))) return
    await pause(20)
  }
  throw new Error(`a process did not end, or never came: ${readFileSync(path, 'utf8')}`)
}
