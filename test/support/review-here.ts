import { adoptedAt, openProject } from '../../src/cli/compose.ts'
import { useConfig } from '../../src/cli/use-config.ts'
import type { Review } from '../../src/domain/review.ts'
import { runTasks } from '../../src/engine/review-tasks.ts'
import { nothingChanged, startRun } from '../../src/engine/start-run.ts'
import type { Scope } from '../../src/engine/take-snapshot.ts'

/** `wingman run review` without a process of its own, which is most of its time. Null when there was nothing to look at. */
export async function reviewHere(dir: string, args: readonly string[]): Promise<Review | null> {
  const project = openProject(dir)
  const run = await startRun(project.ports, await useConfig(project), {
    trigger: 'explicit',
    scope: scopeOf(args),
    base: null,
    loop: args.includes('--loop') ? (args[args.indexOf('--loop') + 1] ?? null) : null,
    fresh: args.includes('--fresh'),
    adopted: await adoptedAt(project),
    signal: new AbortController().signal,
  })
  return nothingChanged(run) ? null : runTasks(project.ports, run, 'silent')
}

function scopeOf(args: readonly string[]): Scope {
  const [option, value = ''] = args
  if (option === '--commit') return { kind: 'commit', revision: value }
  if (option === '--range') return { kind: 'range', range: value }
  return { kind: 'branch' }
}
