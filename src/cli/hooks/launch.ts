import { startWorker } from '../../adapters/start-worker.ts'

/** For systems without a `setsid` command. */
export async function launch(): Promise<number> {
  startWorker(process.cwd())
  return 0
}
