import { gatesFor } from '../domain/gate.ts'
import { loopsFor } from '../domain/loop.ts'
import type { ResolvedConfig, ResolvedLoop } from '../domain/resolved-config.ts'
import { matchesFor } from '../engine/match-globs.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'
import { findConfig } from './use-config.ts'

/** The config to verify by. Without one, without gates or switched off it says nothing, which must not read as a yes. */
export async function verifiableConfig(project: Project): Promise<ResolvedConfig> {
  const config = await findConfig(project)
  const why =
    config === null
      ? `There is no wingman config in ${project.paths.root}`
      : !config.enabled
        ? 'The config switches wingman off'
        : config.gates.length === 0
          ? 'The config has no gates'
          : null
  if (config !== null && why === null) return config
  throw new WingmanError({
    code: 'E_NO_CONFIG',
    kind: 'undecided',
    message: `${why}, so nothing says what would have to be approved.`,
    hint: 'Check out a commit with a config that has gates.',
  })
}

export interface Required {
  loops: ResolvedLoop[]
  /** The last of them, if a plain `run review` would not get that far. */
  upTo: string | null
}

/** Of the gates that hold the branch; of all gates where the end is no branch, or none that is held. */
export async function requiredLoops(
  { ports }: Project,
  config: ResolvedConfig,
  { end, remote }: { end: string; remote: string },
): Promise<Required> {
  const ref = end === 'HEAD' ? await ports.git.symbolic('HEAD') : await ports.git.refName(end)
  const tracking = `refs/remotes/${remote}/`
  const remoteRef = ref?.startsWith(tracking) ? `refs/heads/${ref.slice(tracking.length)}` : ref
  const held = remoteRef?.startsWith('refs/heads/')
    ? gatesFor(config.gates, { remoteRef, remote }, await matchesFor(config.gates))
    : []
  const gates = held.length > 0 ? held : config.gates
  const loops = config.loops.filter(loop => gates.some(gate => gate.requires.includes(loop.name)))
  const last = loops.at(-1)
  return {
    loops,
    upTo: last && !loopsFor(config.loops, 'explicit').includes(last) ? last.name : null,
  }
}
