import { setTimeout as pause } from 'node:timers/promises'

export interface ProcessGroup {
  /** Asks everything in the group to end, insists after the grace; answers when that is done. */
  end(): Promise<void>
}

/** The group of a child that leads one. It does not hear the terminal's Ctrl-C: if we go, it goes. */
export function processGroup(leader: number, graceMs: number): ProcessGroup {
  const kill = () => signalGroup(leader, 'SIGKILL')
  process.once('exit', kill)
  let ended: Promise<void> | undefined
  return {
    end() {
      ended ??= endGroup(leader, graceMs).finally(() => process.removeListener('exit', kill))
      return ended
    },
  }
}

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
