import type { Ports } from '../ports.ts'
import type { Run } from './start-run.ts'

/** Review record → Delivery: what the agent will read, and the line that the person sees. */
export async function deliver(ports: Ports, run: Run): Promise<void> {
  // One that was interrupted, or asked for a part, knows less than the one before it: what that one laid out stays.
  if (run.signal.aborted || run.isPart || !run.review) return
  await ports.desk.lay(run.review)
}
