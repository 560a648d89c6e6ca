import type { Ports } from '../ports.ts'
import type { Run } from './start-run.ts'

/** Review record → Delivery: what the agent will read, and the line that the person sees. */
export async function deliver(ports: Ports, run: Run): Promise<void> {
  // An interrupted run knows less than the one before it, and a range that is on no branch is nobody's to fix.
  if (run.signal.aborted || run.snapshot.branch === null || !run.review) return
  await ports.desk.lay(run.review)
}
