import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import type { Layout } from '../../adapters/store/layout.ts'
import { setAside } from '../../adapters/store/set-aside.ts'
import type { Check, Problem } from './check.ts'

/** Where we write: something else in its place, or no permission, and nothing works that needs it. */
export const foldersCheck: Check = {
  name: 'folders',
  async look({ at }) {
    const folders = [at.shared, at.own, at.queue, at.lock, at.hurry, at.reviews, at.allResults, at.logs]
    const files = [
      ...[at.cleaned, at.adopted, at.runtime, at.mask, at.disabled, at.installed, at.host],
      ...[at.trouble, at.progress, at.identity, at.epoch, at.openLine, at.pending, at.asked],
    ]
    return [...folders.flatMap(folder => lookAt(at, folder)), ...files.flatMap(file => lookAtFile(at, file))]
  },
}

function lookAt(at: Layout, where: string): Problem[] {
  const there = lstatSync(where, { throwIfNoEntry: false })
  if (!there) return []
  if (!there.isDirectory()) {
    const what = 'something else lies where a folder of ours belongs'
    return [
      { what, where, mend: { how: 'sets it aside', act: () => setAside(at, where), unlocked: 'before' } },
    ]
  }
  try {
    accessSync(where, constants.R_OK | constants.W_OK | constants.X_OK)
    return []
  } catch {
    return [
      { what: 'this folder cannot be read and written', where, hint: `Permit it: chmod u+rwx '${where}'` },
    ]
  }
}

/** A pipe or a folder there would be waited for, or make whoever reads or writes it fail. */
function lookAtFile(at: Layout, where: string): Problem[] {
  const there = statSync(where, { throwIfNoEntry: false })
  if (!there || there.isFile()) return []
  const what = 'something else lies where a file of ours belongs'
  return [{ what, where, mend: { how: 'sets it aside', act: () => setAside(at, where), unlocked: 'before' } }]
}
