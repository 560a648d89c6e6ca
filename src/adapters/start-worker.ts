import { type ChildProcess, spawn } from 'node:child_process'
import { packageFile } from '../package.ts'

/** A worker in a session of its own, with nothing of ours to hold on to. */
function start(root: string): ChildProcess {
  const args = [packageFile('dist', 'hook.js'), 'worker']
  return spawn(process.execPath, args, { cwd: root, detached: true, stdio: 'ignore' })
}

export const startWorker = (root: string): void => start(root).unref()

/** Tells how it ended, for as long as somebody listens: a worker leaves at once when another one has the lock. */
export function runWorker(root: string): Promise<number | null> {
  return new Promise(resolve => {
    const worker = start(root)
    // Whoever waits no longer need not stay for it.
    worker.unref()
    worker.on('close', resolve)
    worker.on('error', () => resolve(null))
  })
}
