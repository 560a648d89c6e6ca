import type { Sessions, Store } from '../../ports.ts'

/** An agent is at work here as long as a commit of its waits for a review. */
export function sessionsByRequests(store: Pick<Store, 'requests'>): Sessions {
  return {
    isActive: async () => (await store.requests()).some(({ agent }) => agent !== null),
  }
}
