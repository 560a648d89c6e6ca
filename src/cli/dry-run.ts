import { readFileSync } from 'node:fs'
import { hasOption } from '../domain/push-words.ts'

/**
 * Whether the push that asks us is a rehearsal. Git does not tell its hook, so the command lines above us are looked at. Where
 * they cannot be read (no /proc) it counts as a push.
 */
export function isDryRun(from = process.ppid): boolean {
  let pid = from
  // node, the hook's sh, git; a manager of hooks may stand in between.
  for (let up = 0; up < 8 && pid > 1; up += 1) {
    const [program = '', ...args] = commandLine(pid)
    if (/(?:^|\/)git(?:-push)?$/.test(program))
      return hasOption(args.slice(args.indexOf('push') + 1), isRehearsal)
    pid = parentOf(pid)
  }
  return false
}

const isRehearsal = (arg: string): boolean => arg === '--dry-run' || /^-[a-z46]*n[a-z46]*$/.test(arg)

const commandLine = (pid: number): string[] => read(`/proc/${pid}/cmdline`).split('\0')

/** Behind the name, which may hold spaces and brackets: state and parent. */
const parentOf = (pid: number): number =>
  Number(/\) \S (\d+) [^)]*$/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
