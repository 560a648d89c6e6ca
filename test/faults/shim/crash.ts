import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { type WingmanRepository, wingmanAt } from '../../support/wingman.ts'
import { IS_FULL } from '../counts.ts'
import { nameOf, type Point, quiet, readJournal } from './journal.ts'
import { type Layout, PLAIN, reviewedIn } from './layouts.ts'
import { stepping } from './sh-steps.ts'

export interface Scenario {
  config: string
  /** Made once for each content; every round begins with a copy. */
  prepare(repository: WingmanRepository, content: Content): void
  /** What is killed. */
  act(repository: WingmanRepository, env: Record<string, string>): void
  /** The processes that it is made of; the suite fails if one of them never comes. */
  roles: readonly string[]
  /** Hooks whose sh is killed, before each of its commands, in place of these processes. */
  shells?: readonly string[]
  /** What is the person's must stay as it is, the index byte for byte, unless the act is a git command of theirs. */
  leavesAll: boolean
  /** The act is to change the person's files, and nothing else: `recover` shows that none of them is lost. */
  movesFiles?: true
  /** Whatever runs next; answers when the work is committed and a push was tried. */
  recover(repository: WingmanRepository, content: Content): void
}

/** Whether the gate should let it go. */
export type Content = 'clean' | 'defect'

const PRELOAD = fileURLToPath(new URL('preload.cjs', import.meta.url))
// The same commits in every round.
const DATES = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' }
/** With fewer counts only some points are visited, from a different start each time. */
const STEP = IS_FULL ? 1 : 6
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

/** Finds the points by a run that nobody disturbs, then kills at each of them in turn; answers what went wrong where. */
export async function killEverywhere(
  name: string,
  scenario: Scenario,
  content: Content,
  { layout = PLAIN, step = STEP } = {},
): Promise<string[]> {
  const began = performance.now()
  const scene: Scene = { scenario, content, layout, template: make(scenario, content, layout) }
  const undisturbed = await round(scene, null)
  const points = undisturbed.points.filter(({ role }) => !scenario.shells || role.endsWith('.sh'))
  expect(points.length, `no points were found: ${undisturbed.wrong}`).toBeGreaterThan(0)
  const chosen = points.filter((_, at) => (at + SEED) % step === 0)
  const wrong = [...undisturbed.wrong]
  const left = new Set<string>()
  for (const point of chosen) {
    const { wrong: here, left: more } = await round(scene, point, undisturbed.state)
    wrong.push(...here.map(it => `${nameOf(point)}: ${it}`))
    for (const name of more) left.add(name)
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  const share =
    step === 1 ? 'all' : `one in ${step}, FAULTS_SEED=${SEED}: ${chosen.map(({ number }) => number)}`
  console.log(
    `${name}, ${content}: ${points.length} points, ${chosen.length} killed at (${share}), ${seconds} s`,
  )
  if (left.size > 0) console.log(`  left behind for cleaning up: ${[...left].sort().join(', ')}`)
  return wrong
}

interface Scene {
  scenario: Scenario
  content: Content
  layout: Layout
  template: string
}

const kept: string[] = []
afterAll(() => {
  for (const folder of kept) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})

function make(scenario: Scenario, content: Content, layout: Layout): string {
  const repository = reviewedIn(layout, scenario.config)
  Object.assign(process.env, DATES)
  scenario.prepare(repository, content)
  const template = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-crash-'))
  const folder = resolve(repository.dir, ...layout.path.split('/').map(() => '..'))
  cpSync(folder, template, { recursive: true, preserveTimestamps: true })
  kept.push(template)
  return template
}

/** A copy of a scene, and where in it things are. */
interface Copy extends WingmanRepository {
  gitDir: string
  commonDir: string
  remote: string
}

async function round({ scenario, content, layout, template }: Scene, point: Point | null, due?: State) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-crash-'))
  const journal = `${folder}.journal`
  try {
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    layout.moved?.(folder)
    const copy = copyAt(folder, layout)
    const before = { state: stateOf(copy), index: indexOf(copy), remote: remoteRefs(copy) }
    const env = {
      CRASH_ROOT: folder,
      CRASH_JOURNAL: journal,
      NODE_OPTIONS: `--require=${PRELOAD}`,
      ...(scenario.shells ? stepping(scenario.shells, join(copy.commonDir, 'hooks')) : {}),
    }
    scenario.act(copy, point ? { ...env, CRASH_AT: `${point.role}:${point.number}` } : env)
    // Killed early, a process may not come to start the next one.
    await quiet(journal, point ? [point.role] : scenario.roles)

    const { points, hasKilled } = readJournal(journal)
    const wrong: string[] = []
    if (point && !hasKilled) wrong.push('was not reached')
    const state = stateOf(copy)
    wrong.push(...changes(scenario.leavesAll ? before.state : due, state, scenario))
    if (scenario.leavesAll && !indexOf(copy).equals(before.index)) wrong.push('the index was changed')
    wrong.push(...locksOfGit(copy), ...fsck(copy), ...escaped(copy, before.remote, content))

    scenario.recover(copy, content)
    await copy.reviewed()
    wrong.push(...fsck(copy), ...unfinished(copy, before.remote, content))
    return { points, wrong, state, left: leftIn(copy) }
  } catch (error) {
    return { points: [], wrong: [String(error)], state: undefined, left: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 20 })
    rmSync(journal, { force: true })
    for (const mark of ['killed', 'steps']) rmSync(`${journal}.${mark}`, { force: true })
  }
}

function copyAt(folder: string, { path }: Layout): Copy {
  const repository = wingmanAt(join(folder, path))
  const [gitDir = '', commonDir = ''] = repository
    .git('rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir')
    .split('\n')
  for (const dir of [gitDir, commonDir])
    if (!dir.startsWith(folder)) throw new Error(`${dir} is not in the copy at ${folder}`)
  return { ...repository, gitDir, commonDir, remote: join(folder, 'remote.git') }
}

type State = ReturnType<typeof stateOf> | undefined

/** What is the person's. The reflogs byte for byte. */
function stateOf({ git, run, gitDir, commonDir }: Copy) {
  const status = run('git', ['status', '--porcelain=v1', '-z'], { env: { GIT_OPTIONAL_LOCKS: '0' } })
  return {
    head: textIn(join(gitDir, 'HEAD')),
    refs: git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash'),
    staged: git('ls-files', '-s'),
    status: status.stdout,
    reflog: textIn(join(gitDir, 'logs/HEAD')),
    stash: textIn(join(commonDir, 'logs/refs/stash')),
  }
}

const textIn = (path: string): string => (existsSync(path) ? readFileSync(path, 'latin1') : '')

function changes(due: State, state: State, { movesFiles }: Scenario): string[] {
  const parts = Object.keys(due ?? {}) as (keyof NonNullable<State>)[]
  return parts
    .filter(part => !(movesFiles && part === 'status') && due?.[part] !== state?.[part])
    .map(part => `${part} is ${JSON.stringify(state?.[part])} in place of ${JSON.stringify(due?.[part])}`)
}

const indexOf = ({ gitDir }: Copy): Buffer => readFileSync(join(gitDir, 'index'))

const remoteRefs = ({ git, remote }: Copy): string => git('-C', remote, 'for-each-ref')

function fsck({ tryGit }: WingmanRepository): string[] {
  const { status, output } = tryGit('fsck', '--strict', '--no-dangling', '--no-progress')
  return status === 0 && output === '' ? [] : [`git fsck: ${output}`]
}

const locksOfGit = ({ commonDir }: Copy): string[] =>
  readdirSync(commonDir, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.lock'))
    .map(name => `${name} is left`)

function escaped(copy: Copy, before: string, content: Content): string[] {
  return content === 'defect' && remoteRefs(copy) !== before ? ['A DEFECT WAS PUSHED'] : []
}

/** The tip ends reviewed, the gate says what that review says, nobody holds a lock, nothing waits. */
function unfinished(copy: Copy, before: string, content: Content): string[] {
  const wrong = escaped(copy, before, content)
  const { running, waiting, trouble, review } = JSON.parse(copy.wingman('status', '--json').stdout)
  if (running || waiting || trouble)
    wrong.push(`not at rest: ${JSON.stringify({ running, waiting, trouble })}`)
  const due = content === 'clean' ? 'approved' : 'needs-revision'
  if ((!review?.isHead || review.verdict !== due) && !resultOfTip(copy).includes(due))
    wrong.push(`the tip is not reviewed: ${JSON.stringify(review)}`)
  if (content === 'clean')
    return remoteRefs(copy).includes(copy.git('rev-parse', 'HEAD'))
      ? wrong
      : [...wrong, `not pushed: ${copy.push().output}`]
  const { refs } = JSON.parse(copy.wingman('gate', '--json').stdout)
  const standings = refs.flatMap((ref: { loops: { standing: string }[] }) => ref.loops.map(it => it.standing))
  if (!standings.includes('needs-revision')) wrong.push(`the gate says ${JSON.stringify(refs)}`)
  return wrong
}

/**
 * What was judged of the tip's content, whether or not a record of this commit lists it: it may have been uncommitted
 * then. And killed between result and record, a push goes by the result, and nothing is left to make a record of.
 */
function resultOfTip({ commonDir, git }: Copy): string[] {
  const results = join(commonDir, 'wingman', 'results')
  const tree = git('rev-parse', 'HEAD^{tree}')
  return readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => JSON.parse(readFileSync(join(results, name), 'utf8')))
    .filter(({ snapshot }) => snapshot?.tree === tree)
    .map(({ outcome }) => outcome.verdict)
}

/** What a killed process had no time to take away. It is in nobody's way; somebody should sweep it all the same. */
function leftIn({ commonDir }: Copy): string[] {
  return readdirSync(commonDir, { recursive: true, encoding: 'utf8' })
    .filter(name => /(^|\/)(\.tmp-|\.ticket-|index-\d)|\.tmp$|^worktrees\/tree\d*$/.test(name))
    .map(name =>
      name
        .replace(/[0-9a-f]{24,}/g, '*')
        .replace(/reviews\/[^/]+/, 'reviews/*')
        .replace(/\d+-[0-9a-f]{6,}|\d{3,}/g, '*'),
    )
}
