import { setTimeout as pause } from 'node:timers/promises'

export interface ProcessGroup {
  /** Asks everything in the group to end, insists after the grace; answers when that is done. */
  end(): Promise<void>
}

const leaders = new Set<number>()
let tell: (leaders: readonly number[]) => void = () => {}

/** Has somebody told which groups of ours there are, whenever one begins or ends: what outlives us is to be known. */
export function onGroups(listener: typeof tell): void {
  tell = listener
}

/** The group of a child that leads one. It does not hear the terminal's Ctrl-C: if we go, it goes. */
export function processGroup(leader: number, graceMs: number): ProcessGroup {
  const kill = () => signalGroup(leader, 'SIGKILL')
  process.once('exit', kill)
  leaders.add(leader)
  tell([...leaders])
  let ended: Promise<void> | undefined
  return {
    end() {
      ended ??= endGroup(leader, graceMs).finally(() => {
        process.removeListener('exit', kill)
        leaders.delete(leader)
        tell([...leaders])
      })
      return ended
    },
  }
}

/** One that outlived whoever began it. */
export const endOrphanedGroup = (leader: number): Promise<void> => endGroup(leader, 2_000)

async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!signalGroup(leader, 'SIGTERM')) return
  const deadline = Date.now() + graceMs
  while (Date.now() < deadline) {
    await pause(20)
    if (!signalGroup(leader, 0)) return
  }
  signalGroup(leader, 'SIGKILL')
}

/** Sends a signal to everything in a group; false when nothing is left in it. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // A negative id means the group. Windows has no groups: there only the leader can be reached.
    process.kill(process.platform === 'win32' ? leader : -leader, signal)
    return true
  } catch {
    return false
  }
}
