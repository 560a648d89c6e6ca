import { basename, join, relative } from 'node:path'
import { withoutAgentHooks } from '../adapters/hooks/agents/index.ts'
import { withoutExcluded } from '../adapters/hooks/exclude-block.ts'
import {
  applyChange,
  isLink,
  isLossy,
  isNoop,
  isThere,
  plainChange,
  textAt,
} from '../adapters/hooks/file-change.ts'
import { HOSTS } from '../adapters/hooks/hosts/index.ts'
import { isTheirStub } from '../adapters/hooks/legacy.ts'
import { type Entry, entryByMarks, type Manifest, readManifest, restore } from '../adapters/hooks/manifest.ts'
import { ourStubs } from '../adapters/hooks/our-stubs.ts'
import { withoutPrepare } from '../adapters/hooks/prepare-script.ts'
import { staysInside } from '../adapters/hooks/refuse-unsafe.ts'
import { isOurScript } from '../adapters/hooks/templates.ts'
import { PLACES } from '../config/places.ts'
import { agentHooks } from './agents/agent-hooks.ts'
import type { Project } from './compose.ts'
import { hookedRepository } from './hooked-repository.ts'
import { planPrepare } from './plan-prepare.ts'

/** What the manifest knows, and hooks that bear our marks although it does not. */
export async function installed(project: Project): Promise<Manifest> {
  const known = await readManifest(project.at.installed)
  const all = new Map([...(await marked(project)), ...known].map(entry => [entry.path, entry]))
  const entries = [...all.values()]
  const ours = await Promise.all(entries.map(holdsOurs))
  // A hook that we keep is given back once, by the file of ours that runs it: somebody may have moved that.
  const isKeptElsewhere = ({ movedTo }: Entry) =>
    movedTo !== null && entries.some((other, at) => ours[at] && other.movedTo === movedTo)
  return entries.filter((entry, at) => ours[at] || !isKeptElsewhere(entry))
}

async function marked(project: Project): Promise<Manifest> {
  const repository = { ...(await hookedRepository(project)), known: [] }
  const plans = await Promise.all(HOSTS.map(host => host.plan(repository).catch(() => [])))
  const planned = (await planPrepare(project, plans.flat(), false)).filter(change => change.holdsOurs)
  const stubs = await ourStubs(join(project.paths.commonDir, 'hooks'))
  // Also where git looked before a manager led it elsewhere.
  const entries = [...stubs, ...planned.map(entryByMarks)]
  // A folder that others share may have theirs in it.
  const inside = await Promise.all(entries.map(({ path }) => staysInside(project.paths, path)))
  return [...entries.filter((_, at) => inside[at]), ...(await markedSettings(project))]
}

/** Of this clone alone: what is committed is the team's. */
async function markedSettings(project: Project): Promise<Manifest> {
  const { root } = project.paths
  const entries: Manifest = []
  for (const { file } of await agentHooks(project)) {
    const path = join(root, file)
    if ((await project.door.code(['ls-files', '--error-unmatch', '--', file])) === 0) continue
    const text = await textAt(path)
    const rest = withoutAgentHooks(path, text ?? '')
    entries.push(
      entryByMarks({ ...plainChange(path, text, text ?? ''), original: rest === '' ? null : rest }),
    )
  }
  return entries
}

export async function holdsOurs({ path }: Entry): Promise<boolean> {
  const text = await textAt(path).catch(() => null)
  return text !== null && (isOurScript(text) || withoutOurs(path, text) !== text)
}

/** Gives back what was there; answers what became of it, in a line for the person. */
export async function takeBack(project: Project, entry: Entry): Promise<string[]> {
  const { root } = project.paths
  const file = relative(root, entry.path)
  if (isConfig(file) && (await isThere(entry.path)) && (await isCommitted(project, file)))
    return [`left ${file}: it is committed, so it is the team's policy; to end that: git rm ${file}`]
  switch (await restore(entry)) {
    case 'restored':
      return [`${entry.before === null && entry.movedTo === null ? 'removed' : 'restored'} ${file}`]
    case 'gone':
      return []
    case 'edited':
      return takeOutOurs(entry, file)
  }
}

const isConfig = (file: string): boolean => file !== 'package.json' && PLACES.some(place => place === file)

const isCommitted = async ({ door }: Project, file: string): Promise<boolean> =>
  (await door.attempt(['rev-parse', '--verify', '--quiet', `HEAD:${file}`])).code === 0

async function takeOutOurs({ path, movedTo }: Entry, file: string): Promise<string[]> {
  const text = (await textAt(path)) ?? ''
  const isKept = movedTo !== null && (await isThere(movedTo))
  // pre-commit or prek moved ours away, and that is taken back where it is now.
  if (!isKept && isTheirStub(text)) return []
  const change = plainChange(path, text, withoutOurs(path, text))
  const whyNot = (await isLink(path)) ? 'is a link by now' : isLossy(text) ? 'is not in UTF-8' : null
  if (whyNot && !isNoop(change)) return [`left ${file}: it ${whyNot}; take our lines out of it by hand`]
  const kept = isKept ? `; what was there before is ${basename(movedTo)}` : ''
  if (isNoop(change)) return [`left ${file}: it was edited since, so it is yours to keep or delete${kept}`]
  await applyChange(change)
  return [`took our part out of ${file}, which was edited since`]
}

function withoutOurs(path: string, text: string): string {
  const rest = HOSTS.reduce((left, host) => host.withoutOurs(left), text)
  if (basename(path) === 'package.json') return withoutPrepare(rest)
  if (basename(path) === 'exclude') return withoutExcluded(rest)
  return withoutAgentHooks(path, rest)
}
