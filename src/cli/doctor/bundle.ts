import { realpathSync } from 'node:fs'
import { arch, homedir, platform, release, tmpdir } from 'node:os'
import { namesIn } from '../../adapters/store/files.ts'
import { logLines } from '../../adapters/store/rotate-log.ts'
import { readLogLine } from '../../domain/log-line.ts'
import { maskSecrets } from '../../domain/mask.ts'
import type { ResolvedConfig, ResolvedReviewer } from '../../domain/resolved-config.ts'
import type { Project } from '../compose.ts'
import { hooksState } from '../hooks-state.ts'
import { findConfig } from '../use-config.ts'
import { BUNDLE, type Bundle } from './bundle-file.ts'
import { examine } from './index.ts'

const LAST_LINES = 200

/** What a bug report needs. Chosen, not filtered: commands, prompts, messages and findings are never looked at for it. */
export async function bundleOf(project: Project): Promise<Bundle> {
  const { at, door, ports } = project
  const config = await findConfig(project).catch(() => null)
  const examined = await examine(project)
  const bundle = {
    version: 1,
    at: ports.clock.now().toISOString(),
    wingman: ports.version,
    node: process.versions.node,
    git: gitVersion(door),
    system: { platform: platform(), release: release(), arch: arch() },
    config: config && shapeOf(config),
    hooks: await hooksState(project),
    store: await countsOf(project),
    findings: examined.flatMap(({ check, problems }) =>
      problems.map(({ what, where, mend }) => ({ check, what, where, canMend: Boolean(mend) })),
    ),
    log: logLines(at.logs)
      .slice(-LAST_LINES)
      .flatMap(line => readLogLine(line) ?? []),
  }
  return { kind: BUNDLE, ...(scrub(bundle, placesOf(project)) as typeof bundle) }
}

function gitVersion(door: Project['door']): string | null {
  try {
    return door.ask(['version']).stdout.toString().trim()
  } catch {
    return null
  }
}

/** Names and kinds: not what is run, asked or compared. */
function shapeOf({ enabled, loops, gates, delivery }: ResolvedConfig) {
  return {
    enabled,
    loops: loops.map(({ name, on, failOn, reads, reviewers }) => ({
      name,
      on,
      failOn,
      reads,
      reviewers: reviewers.map(shapeOfReviewer),
    })),
    gates: gates.map(({ name, requires, mode, whenMissing, whenStale, whenUnknown, whenPending }) => ({
      name,
      requires,
      mode,
      whenMissing,
      whenStale,
      whenUnknown,
      whenPending,
    })),
    delivery,
  }
}

const shapeOfReviewer = ({ name, kind }: ResolvedReviewer) => ({ name, kind })

async function countsOf({ at, door }: Project) {
  const refs = door.ask(['for-each-ref', '--format=x', 'refs/wingman/snapshots/']).stdout.toString()
  return {
    reviews: (await namesIn(at.reviews)).length,
    results: (await namesIn(at.allResults)).length,
    damaged: (await namesIn(at.damaged)).length,
    requests: (await namesIn(at.queue)).length,
    snapshots: refs.split('\n').filter(Boolean).length,
  }
}

type Places = readonly (readonly [path: string, name: string])[]

/** The longest first: a repository stands in somebody's home. */
const placesOf = ({ paths }: Project): Places =>
  (
    [
      [paths.gitDir, '<git dir>'],
      [paths.commonDir, '<git common dir>'],
      [paths.root, '<repository>'],
      [homedir(), '~'],
      [tmpdir(), '<tmp>'],
    ] as const
  )
    // Under the name that a link leads to as well.
    .flatMap(([path, name]) => [[path, name] as const, [realOf(path), name] as const])
    .filter(([path]) => path.length > 1)
    .toSorted(([a], [b]) => b.length - a.length)

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Where things are on somebody's machine is nobody's business, and what looks like a secret is masked whatever it is. */
function scrub(value: unknown, places: Places): unknown {
  if (typeof value === 'string')
    return maskSecrets(places.reduce((text, [path, name]) => text.replaceAll(path, name), value))
  if (Array.isArray(value)) return value.map(item => scrub(item, places))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [scrub(name, places), scrub(item, places)]),
  )
}
