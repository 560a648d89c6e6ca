import type { RepositoryPaths } from '../../adapters/git/locate.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import type { Standpoint } from '../../domain/epoch.ts'
import type { Review } from '../../domain/review.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Clock, Log } from '../../ports.ts'

/**
 * What an agent's hook has without loading the rest of us: wiring everything takes longer than Node takes to start, and nearly
 * always the files say enough.
 */
export interface AtHand {
  paths: RepositoryPaths
  at: Layout
  log: Log
  clock: Clock
  rest(): Promise<Rest>
}

/** The rest: what asks git, reads the journal, or sets something going. */
export interface Rest {
  standpoint(): Promise<Standpoint>
  isOnTopOf(ghost: Oid, commit: Oid): Promise<boolean>
  openNow(review: Review): Promise<Review>
  /** Keeps what agents have said of their sessions. */
  takeHeard(): Promise<void>
  /** Whether the session of this name is still there. */
  isThere(session: string): Promise<boolean>
  noticeMove(): Promise<void>
  wakeWorker(): Promise<void>
}
