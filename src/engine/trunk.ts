import type { Oid } from '../domain/snapshot.ts'
import type { Git, RemoteTip } from '../ports.ts'
import type { Remote } from './remote.ts'

const USUAL = ['main', 'master']

/** By its name alone. */
export const isUsualTrunk = (branch: string): boolean => USUAL.includes(branch)

/** The branches of a remote that others work on, its trunk first: by the usual names, then by the one that this clone calls the default. */
export async function branchesThere(git: Git, remote: string, there: Remote): Promise<RemoteTip[]> {
  const heads = (await there.tips()).filter(({ ref }) => ref.startsWith('refs/heads/'))
  const named = await git.symbolic(`refs/remotes/${remote}/HEAD`)
  const first = [...USUAL, named?.slice(`refs/remotes/${remote}/`.length)].map(name => `refs/heads/${name}`)
  const rank = ({ ref }: RemoteTip) => (first.includes(ref) ? first.indexOf(ref) : first.length)
  return [...heads].sort((a, b) => rank(a) - rank(b))
}

/** The remote's default branch, as far as it can be told. */
export async function trunkThere(git: Git, remote: string, there: Remote): Promise<RemoteTip | null> {
  const [first] = await branchesThere(git, remote, there)
  const name = first?.ref.slice('refs/heads/'.length)
  if (!first || !name || isUsualTrunk(name)) return first ?? null
  return (await git.symbolic(`refs/remotes/${remote}/HEAD`)) === `refs/remotes/${remote}/${name}`
    ? first
    : null
}

/** What is known here of a remote's default branch, where it cannot be asked. */
export async function defaultTip(git: Git, remote: string): Promise<Oid | null> {
  for (const name of ['HEAD', ...USUAL]) {
    const tip = await git.commit(`refs/remotes/${remote}/${name}`)
    if (tip) return tip.oid
  }
  return null
}
