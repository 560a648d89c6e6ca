import type { Oid } from '../domain/snapshot.ts'
import type { Git } from '../ports.ts'

const USUAL = ['main', 'master']

/** By its name alone. */
export const isUsualTrunk = (branch: string): boolean => USUAL.includes(branch)

/** What is known here of a remote's default branch. */
export async function defaultTip(git: Git, remote: string): Promise<Oid | null> {
  for (const name of ['HEAD', ...USUAL]) {
    const tip = await git.commit(`refs/remotes/${remote}/${name}`)
    if (tip) return tip.oid
  }
  return null
}
