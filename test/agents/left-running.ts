import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Processes that still know of a review: by its home in their environment, or by where they stand. Linux tells that of
 * every process; elsewhere nothing is known, and the test that asks says so.
 */
export function leftRunning(home: string, dir: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && name !== String(process.pid))
    .filter(
      pid =>
        seen(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(home) || standsIn(pid, [home, dir]),
    )
    .filter(pid => !/^State:\s+Z/m.test(seen(() => readFileSync(`/proc/${pid}/status`, 'utf8'))))
    .map(pid => `${pid} ${seen(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')}`)
}

const standsIn = (pid: string, folders: readonly string[]): boolean => {
  const cwd = seen(() => readlinkSync(`/proc/${pid}/cwd`))
  return folders.some(folder => cwd.startsWith(folder))
}

/** It may be gone by now, or be somebody else's. */
function seen(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}
