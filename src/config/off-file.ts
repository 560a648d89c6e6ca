import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigReading } from './read.ts'

/** Beside the resolved config: it says `enabled: false`. The hooks' sh goes by it for as long as no file named in it is newer. */
const OFF_FILE = 'off'

/** Taken away before the resolved config is written: killed in between, a hook starts a worker for nothing, never the other way. */
export const takeOffAway = (dir: string): void => rmSync(join(dir, OFF_FILE), { force: true })

/** As old as the newest of its sources, so that an edit a moment later is newer. The gate and `status` never look at it. */
export function noteOff(
  dir: string,
  root: string,
  { config, sources }: Pick<ConfigReading, 'config' | 'sources'>,
): void {
  if (config?.enabled !== false) return
  const names = sources.flatMap(({ path, digest }) => (digest === null ? [] : [path]))
  if (names.length === 0 || names.some(name => name.includes('\n'))) return
  const times = names.map(name => statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const path = join(dir, OFF_FILE)
  writeFileSync(path, `${names.join('\n')}\n`)
  const seconds = Math.ceil(Math.max(...times)) / 1000
  utimesSync(path, seconds, seconds)
}
