import { rm, rmdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { forgetAttestations } from '../../adapters/attestations/keep.ts'
import { IGNORES } from '../../adapters/desk/desk.ts'
import type { GitDoor } from '../../adapters/git/door.ts'
import { ghostRefs, removeGhostRefs } from '../../adapters/git/ghost-refs.ts'
import { withoutClaudeHook } from '../../adapters/hooks/claude-settings.ts'
import { applyChange, isLink, isNoop, plainChange, textAt } from '../../adapters/hooks/file-change.ts'
import { HOSTS } from '../../adapters/hooks/hosts/index.ts'
import {
  type Entry,
  entryByMarks,
  type Manifest,
  readManifest,
  restore,
} from '../../adapters/hooks/manifest.ts'
import { namesIn } from '../../adapters/store/files.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import { reviewNamedIn } from '../../domain/report.ts'
import { openProject, type Project } from '../compose.ts'
import { bundlePlace, isEarlierBundle } from '../doctor/bundle-file.ts'
import { EXIT } from '../exit-codes.ts'
import { hookedRepository } from '../install.ts'
import { print, printJson } from '../io.ts'

/** `wingman uninstall`: gives back what was there before, byte for byte; what somebody edited since stays theirs. */
export async function uninstall({ purge, json }: { purge?: boolean; json?: boolean }): Promise<number> {
  const project = openProject()
  const lines: string[] = []
  for (const entry of await installed(project)) lines.push(...(await takeBack(project, entry)))
  if (lines.length === 0) lines.push('nothing was installed here')
  await sweep(project, purge ?? false)
  const { adopted, shared } = project.at
  const left = (await namesIn(shared)).map(name => join(shared, name))
  if (left.some(path => path !== adopted))
    lines.push('kept the records of past reviews in the git directory (--purge removes them)')
  else if (purge && left.length > 0)
    lines.push(`kept ${relative(project.paths.root, adopted)}: installed again, wingman goes on from there`)
  if (json) printJson({ version: 1, done: lines })
  else print(lines.join('\n'))
  return EXIT.fine
}

/** What the manifest knows, and hooks that bear our marks although it does not. */
async function installed(project: Project): Promise<Manifest> {
  const known = await readManifest(project.at.installed)
  const repository = { ...(await hookedRepository(project)), known: [] }
  const plans = await Promise.all(HOSTS.map(host => host.plan(repository).catch(() => [])))
  const marked = plans
    .flat()
    .filter(({ path, holdsOurs }) => holdsOurs && !known.some(entry => entry.path === path))
  return [...known, ...marked.map(entryByMarks)]
}

async function takeBack({ paths }: Project, entry: Entry): Promise<string[]> {
  const file = relative(paths.root, entry.path)
  switch (await restore(entry)) {
    case 'restored':
      return [`${entry.before === null && entry.movedTo === null ? 'removed' : 'restored'} ${file}`]
    case 'gone':
      return []
    case 'edited':
      return [await takeOutOurs(entry, file)]
  }
}

async function takeOutOurs({ path, movedTo }: Entry, file: string): Promise<string> {
  const text = (await textAt(path)) ?? ''
  const change = plainChange(path, text, withoutOurs(path, text))
  const kept = movedTo ? `; what was there before is ${basename(movedTo)}` : ''
  if (isNoop(change)) return `left ${file}: it was edited since, so it is yours to keep or delete${kept}`
  await applyChange(change)
  return `took our part out of ${file}, which was edited since`
}

function withoutOurs(path: string, text: string): string {
  if (!path.endsWith('settings.local.json')) return HOSTS.reduce((left, host) => host.withoutOurs(left), text)
  try {
    return withoutClaudeHook(text, path)
  } catch {
    return text // no longer JSON: nothing in it can be told apart
  }
}

async function sweep({ at, door }: Project, purge: boolean): Promise<void> {
  if (!(await isLink(at.reportFolder))) await tidy(at)
  // Not where wingman came: installed again, it must not take what it held for history.
  for (const path of [at.installed, at.host, at.runtime, at.disabled, at.pending, at.openLine])
    await rm(path, { force: true })
  if (purge) await forget(at, door)
}

/** Our files in the tree, and the folder if nothing of a team's is in it. */
async function tidy(at: Layout): Promise<void> {
  const { report, reportFolder } = at
  const ignores = join(reportFolder, '.gitignore')
  if ((await textAt(ignores)) === IGNORES) await rm(ignores)
  const isOurs = reviewNamedIn((await textAt(report)) ?? '') !== null
  for (const path of [...(isOurs ? [report] : []), join(reportFolder, 'agent-hook')])
    await rm(path, { force: true })
  if (await isEarlierBundle(bundlePlace(at))) await rm(bundlePlace(at))
  await rmdir(reportFolder).catch(() => {})
}

/** The records, the snapshots of work that was never committed, and what was attested or fetched. */
async function forget({ own, shared, adopted }: Layout, door: GitDoor): Promise<void> {
  // But for where wingman came: forgotten, all that was ever held would be history to the next install.
  for (const folder of [own, shared])
    for (const path of (await namesIn(folder)).map(name => join(folder, name)))
      if (path !== adopted) await rm(path, { recursive: true, force: true })
  for (const folder of [own, shared]) await rmdir(folder).catch(() => {})
  await removeGhostRefs(
    door,
    (await ghostRefs(door)).ghosts.map(({ id }) => id),
  )
  await forgetAttestations(door)
}
