import type { Oid } from '../domain/snapshot.ts'
import { sentenceOf } from '../errors.ts'
import type { Git, RemoteTip } from '../ports.ts'

/** What the remote of a push has, asked once and only when an answer hangs on it. */
export interface Remote {
  tips(): Promise<RemoteTip[]>
  /** Why it could not be asked; null as long as it could. */
  silence(): string | null
}

export function askRemote(git: Git, url: string): Remote {
  let asked: Promise<RemoteTip[]> | null = null
  let silence: string | null = null
  const ask = () =>
    git.remoteTips(url).catch((error: unknown) => {
      silence = sentenceOf(error)
      return []
    })
  return {
    tips() {
      asked ??= ask()
      return asked
    },
    silence: () => silence,
  }
}

/** Of which of them the same gates have held what they have; a tag is on no branch, and counts where every branch is held. */
export function heldTips(tips: readonly RemoteTip[], held: ((branch: string) => boolean) | null): Oid[] {
  const counts = (ref: string) =>
    held === null || (ref.startsWith('refs/heads/') && held(ref.slice('refs/heads/'.length)))
  return tips.filter(({ ref }) => counts(ref)).map(({ oid }) => oid)
}
