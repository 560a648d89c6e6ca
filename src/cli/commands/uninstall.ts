import { rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { forgetAttestations } from '../../adapters/attestations/keep.ts'
import { IGNORES } from '../../adapters/desk/desk.ts'
import type { GitDoor } from '../../adapters/git/door.ts'
import { ghostRefs, removeGhostRefs } from '../../adapters/git/ghost-refs.ts'
import { isLink, textAt } from '../../adapters/hooks/file-change.ts'
import { sweepTemporary } from '../../adapters/hooks/sweep-temporary.ts'
import { removeNet } from '../../adapters/hooks/worktree-net.ts'
import { namesIn } from '../../adapters/store/files.ts'
import type { Layout } from '../../adapters/store/layout.ts'
import { reviewNamedIn } from '../../domain/report.ts'
import { deactivate, rememberMade } from '../activate.ts'
import { openProject, type Project } from '../compose.ts'
import { bundlePlace, isEarlierBundle } from '../doctor/bundle-file.ts'
import { EXIT } from '../exit-codes.ts'
import { print, printJson } from '../io.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { installed, takeBack } from '../take-back.ts'

/** `wingman uninstall`: gives back what was there before, byte for byte; what somebody edited since stays theirs. */
export async function uninstall({ purge, json }: { purge?: boolean; json?: boolean }): Promise<number> {
  const project = openProject()
  const lines = await oneAtATime(project, () => takeAllBack(project, purge ?? false))
  if (json) printJson({ version: 1, done: lines })
  else print(lines.join('\n'))
  return EXIT.fine
}

async function takeAllBack(project: Project, purge: boolean): Promise<string[]> {
  const lines: string[] = []
  await rememberMade(project)
  const entries = await installed(project)
  const { at } = project
  await sweepTemporary([
    at.shared,
    at.own,
    at.pushes,
    at.reportFolder,
    ...entries.map(({ path }) => dirname(path)),
  ])
  for (const entry of entries) lines.push(...(await takeBack(project, entry)))
  lines.push(...(await deactivate(project)))
  if (await removeNet(project)) lines.push('linked worktrees have the hooks of husky alone again')
  if (lines.length === 0) lines.push('nothing was installed here')
  await sweep(project, purge)
  const { adopted, shared, installing } = project.at
  const left = (await namesIn(shared)).map(name => join(shared, name)).filter(path => path !== installing)
  if (left.some(path => path !== adopted))
    lines.push('kept the records of past reviews in the git directory (--purge removes them)')
  else if (purge && left.length > 0)
    lines.push(`kept ${relative(project.paths.root, adopted)}: installed again, wingman goes on from there`)
  return lines
}

async function sweep({ at, door }: Project, purge: boolean): Promise<void> {
  if (!(await isLink(at.reportFolder))) await tidy(at)
  // Not where wingman came: installed again, it must not take what it held for history.
  const { installed, host, activated, runtime, mask, disabled } = at
  const { pending, unanswered, revisions, openLine, asked } = at
  for (const path of [installed, host, activated, runtime, mask, disabled]) await rm(path, { force: true })
  for (const path of [pending, unanswered, revisions, openLine, asked, ...(await heardIn(at))])
    await rm(path, { force: true })
  if (purge) await forget(at, door)
}

/** What agents said of their sessions, and nobody has taken in. */
const heardIn = async ({ own }: Layout): Promise<string[]> =>
  (await namesIn(own)).filter(name => name.startsWith('heard-')).map(name => join(own, name))

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
async function forget({ own, shared, adopted, installing }: Layout, door: GitDoor): Promise<void> {
  // But for where wingman came: forgotten, all that was ever held would be history to the next install. And our lock.
  for (const folder of [own, shared])
    for (const path of (await namesIn(folder)).map(name => join(folder, name)))
      if (path !== adopted && path !== installing) await rm(path, { recursive: true, force: true })
  for (const folder of [own, shared]) await rmdir(folder).catch(() => {})
  await removeGhostRefs(
    door,
    (await ghostRefs(door)).ghosts.map(({ id }) => id),
  )
  await forgetAttestations(door)
}
