import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { pathWith } from '../../support/fake-programs.ts'
import { treeOf } from '../../support/tree.ts'
import { type WingmanRepository, wingmanAt } from '../../support/wingman.ts'
import { nameOf, type Point, readJournal } from './journal.ts'

const PRELOAD = fileURLToPath(new URL('preload.cjs', import.meta.url))

interface Killing {
  /** What is killed, and run again. */
  args: string[]
  env?: Record<string, string>
  /** One in so many points has its turn. */
  step?: number
}

/** Kills a command at each of its points in turn, runs it again, and answers where the outcome is not that of an undisturbed run. */
export function killedAndRunAgain(repository: WingmanRepository, { args, env, step = 1 }: Killing): string[] {
  const round = rounds(repository, args, { PATH: pathWith(), ...env })
  const undisturbed = round(null)
  // Between two changes nothing happens: what is true after one is true before the next.
  const points = undisturbed.points.filter(({ when }, at) => at === 0 || when !== 'before')
  expect(points.length).toBeGreaterThan(4)
  const chosen = points.filter((_, at) => at % step === 0)
  console.log(`${args.join(' ')}: ${points.length} points, ${chosen.length} killed at`)
  return chosen.flatMap(point => {
    const { hasKilled, state, output } = round(point)
    const wrong = hasKilled ? differences(undisturbed.state, state) : ['was not reached']
    return wrong.map(it => `${nameOf(point)}: ${it}\n${output}`)
  })
}

/** In the same folder each time: what is written may name where it stands. */
function rounds(repository: WingmanRepository, args: string[], env: Record<string, string>) {
  const around = join(repository.dir, '..')
  const kept = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-kept-')))
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }))
  copy(around, join(kept, 'scene'))
  let count = 0
  return (point: Point | null) => {
    rmSync(around, { recursive: true })
    copy(join(kept, 'scene'), around)
    count += 1
    const journal = join(kept, `journal.${count}`)
    const again = wingmanAt(repository.dir)
    const first = again.wingmanWith({ env: { ...env, ...crash(around, journal, point) } }, ...args)
    const last = point ? again.wingmanWith({ env }, ...args) : first
    expect(last, last.output).toMatchObject({ status: 0 })
    return { ...readJournal(journal), state: stateOf(around), output: last.output }
  }
}

const crash = (root: string, journal: string, point: Point | null) => ({
  CRASH_ROOT: root,
  CRASH_JOURNAL: journal,
  NODE_OPTIONS: `--require=${PRELOAD}`,
  ...(point ? { CRASH_AT: `${point.role}:${point.number}` } : {}),
})

function copy(from: string, to: string): void {
  mkdirSync(to)
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

/**
 * Every byte and every mode, ours included; but for what is a time: the log, what git knows of the files in its index, how often the epoch rose, and what
 * lefthook last saw of its config, of which the manifest has the digest.
 */
function stateOf(folder: string): Record<string, string> {
  const state = treeOf(folder, {
    without: /\/\.git\/(index|wingman\/(logs|epoch)|info\/lefthook\.checksum)$|\/node_modules$/,
  })
  const manifests = Object.keys(state).filter(name => name.endsWith('.git/wingman/installed.json'))
  return { ...state, ...Object.fromEntries(manifests.map(name => [name, manifestAt(join(folder, name))])) }
}

function manifestAt(path: string): string {
  const entries: { path: string; before: unknown; after: unknown }[] = JSON.parse(readFileSync(path, 'utf8'))
  return JSON.stringify(
    entries.map(entry =>
      entry.path.endsWith('lefthook.checksum') ? { ...entry, before: null, after: null } : entry,
    ),
  )
}

function differences(due: Record<string, string>, state: Record<string, string>): string[] {
  return [...new Set([...Object.keys(due), ...Object.keys(state)])]
    .filter(name => due[name] !== state[name])
    .map(name => `${name} is ${state[name] ?? 'missing'} in place of ${due[name] ?? 'nothing'}`)
}
