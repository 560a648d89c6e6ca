import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project } from '../compose.ts'
import type { Check } from './check.ts'

/** Refs of ours that lead to nothing, or to something that is no commit. */
export const snapshotsCheck: Check = {
  name: 'snapshots',
  async look(project) {
    const dangling = await danglingRefs(project)
    return dangling.map(ref => ({
      what: 'a snapshot leads nowhere: its commit is not in the repository',
      where: ref,
      mend: { how: 'deletes the ref', act: () => deleteRef(project, ref) },
    }))
  },
}

async function danglingRefs({ door }: Project): Promise<string[]> {
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', 'refs/wingman/snapshots/']
  const { stdout, stderr } = await door.attempt(args)
  const refs = stdout
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => line.split(' '))
  const types = (
    await door.bytes(['cat-file', '--batch-check=%(objecttype)'], {
      input: refs.map(([, oid]) => `${oid}\n`).join(''),
    })
  )
    .toString()
    .split('\n')
  const broken = [...stderr.matchAll(/ignoring (?:broken|dangling) ref (refs\/wingman\/\S+)/g)].map(
    ([, ref = '']) => ref,
  )
  return [...refs.flatMap(([ref = ''], nth) => (types[nth] === 'commit' ? [] : ref)), ...broken]
}

/** A ref that a power cut left empty cannot be deleted by git, which wants to read it first: then its file goes. */
async function deleteRef({ door, paths }: Project, ref: string): Promise<void> {
  const { code } = await door.attempt(['rev-parse', '--verify', '-q', '--end-of-options', ref])
  if (code === 0) await door.change(['update-ref', '--no-deref', '-d', ref], { whose: 'ours' })
  else if (!ref.includes('..')) await rm(join(paths.commonDir, ref), { force: true })
}
