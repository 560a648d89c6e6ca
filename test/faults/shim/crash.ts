import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { gatedRepository } from '../../support/gate-scenes.ts'
import { type WingmanRepository, wingmanAt } from '../../support/wingman.ts'
import { IS_FULL } from '../counts.ts'
import { nameOf, type Point, quiet, readJournal } from './journal.ts'

export interface Scenario {
  config: string
  /** Made once for each content; every round begins with a copy. */
  prepare(repository: WingmanRepository, content: Content): void
  /** What is killed. */
  act(repository: WingmanRepository, env: Record<string, string>): void
  /** The processes that it is made of; the suite fails if one of them never comes. */
  roles: readonly string[]
  /** What must stay as it is, byte for byte: the person's index, unless the act is a git command of theirs. */
  leavesIndex: boolean
  /** The act is to change the person's files: `recover` shows that none of them is lost. */
  movesFiles?: true
  /** Whatever runs next; answers when the work is committed and a push was tried. */
  recover(repository: WingmanRepository, content: Content): void
}

/** Whether the gate should let it go. */
export type Content = 'clean' | 'defect'

const PRELOAD = new URL('preload.cjs', import.meta.url).pathname
// The same commits in every round.
const DATES = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' }
/** With fewer counts only some points are visited, from a different start each time. */
const STEP = IS_FULL ? 1 : 6
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

/** Finds the points by a run that nobody disturbs, then kills at each of them in turn; answers what went wrong where. */
export async function killEverywhere(name: string, scenario: Scenario, content: Content): Promise<string[]> {
  const began = performance.now()
  const template = make(scenario, content)
  const undisturbed = await round(template, scenario, content, null)
  const points = undisturbed.points
  expect(points.length, `no points were found: ${undisturbed.wrong}`).toBeGreaterThan(0)
  const chosen = points.filter((_, at) => (at + SEED) % STEP === 0)
  const wrong = [...undisturbed.wrong]
  const left = new Set<string>()
  for (const point of chosen) {
    const { wrong: here, left: more } = await round(template, scenario, content, point, undisturbed.state)
    wrong.push(...here.map(it => `${nameOf(point)}: ${it}`))
    for (const name of more) left.add(name)
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  const share =
    STEP === 1 ? 'all' : `every ${STEP}th, FAULTS_SEED=${SEED}: ${chosen.map(({ number }) => number)}`
  console.log(
    `${name}, ${content}: ${points.length} points, ${chosen.length} killed at (${share}), ${seconds} s`,
  )
  if (left.size > 0) console.log(`  left behind for cleaning up: ${[...left].sort().join(', ')}`)
  return wrong
}

const kept: string[] = []
afterAll(() => {
  for (const folder of kept) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})

function make(scenario: Scenario, content: Content): string {
  const repository = gatedRepository(scenario.config)
  Object.assign(process.env, DATES)
  scenario.prepare(repository, content)
  const template = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-crash-'))
  cpSync(join(repository.dir, '..'), template, { recursive: true, preserveTimestamps: true })
  kept.push(template)
  return template
}

async function round(
  template: string,
  scenario: Scenario,
  content: Content,
  point: Point | null,
  due?: State,
) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-crash-'))
  const journal = `${folder}.journal`
  try {
    cpSync(template, folder, { recursive: true, preserveTimestamps: true })
    const repository = wingmanAt(join(folder, 'project'))
    const before = { index: indexOf(repository), tip: remoteTip(repository) }
    const env = { CRASH_ROOT: folder, CRASH_JOURNAL: journal, NODE_OPTIONS: `--require=${PRELOAD}` }
    scenario.act(repository, point ? { ...env, CRASH_AT: `${point.role}:${point.number}` } : env)
    // Killed early, a process may not come to start the next one.
    await quiet(journal, point ? [point.role] : scenario.roles)

    const { points, hasKilled } = readJournal(journal)
    const wrong: string[] = []
    if (point && !hasKilled) wrong.push('was not reached')
    const state = stateOf(repository)
    if (due && !scenario.movesFiles && JSON.stringify(state) !== JSON.stringify(due))
      wrong.push(`left ${JSON.stringify(state)} in place of ${JSON.stringify(due)}`)
    if (scenario.leavesIndex && !indexOf(repository).equals(before.index)) wrong.push('the index was changed')
    wrong.push(...locksOfGit(repository), ...fsck(repository), ...escaped(repository, before.tip, content))

    scenario.recover(repository, content)
    await repository.reviewed()
    wrong.push(...fsck(repository), ...unfinished(repository, before.tip, content))
    return { points, wrong, state, left: leftIn(repository) }
  } catch (error) {
    return { points: [], wrong: [String(error)], state: undefined, left: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 20 })
    rmSync(journal, { force: true })
    rmSync(`${journal}.killed`, { force: true })
  }
}

type State = ReturnType<typeof stateOf> | undefined

/** What is the person's. */
function stateOf({ git, run }: WingmanRepository) {
  const status = run('git', ['status', '--porcelain=v1', '-z'], { env: { GIT_OPTIONAL_LOCKS: '0' } })
  return {
    head: git('rev-parse', 'HEAD'),
    branch: git('symbolic-ref', 'HEAD'),
    refs: git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash'),
    staged: git('ls-files', '-s'),
    status: status.stdout,
    reflog: git('reflog', '--format=%H %gs'),
  }
}

const indexOf = ({ dir }: WingmanRepository): Buffer => readFileSync(join(dir, '.git', 'index'))

const remoteTip = ({ git }: WingmanRepository): string => git('-C', '../remote.git', 'rev-parse', 'main')

function fsck({ tryGit }: WingmanRepository): string[] {
  const { status, output } = tryGit('fsck', '--strict', '--no-dangling', '--no-progress')
  return status === 0 && output === '' ? [] : [`git fsck: ${output}`]
}

const locksOfGit = ({ dir }: WingmanRepository): string[] =>
  readdirSync(join(dir, '.git'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.lock'))
    .map(name => `${name} is left`)

function escaped(repository: WingmanRepository, before: string, content: Content): string[] {
  return content === 'defect' && remoteTip(repository) !== before ? ['A DEFECT WAS PUSHED'] : []
}

/** The tip ends reviewed, the gate says what that review says, nobody holds a lock, nothing waits. */
function unfinished(repository: WingmanRepository, before: string, content: Content): string[] {
  const wrong = escaped(repository, before, content)
  const { running, waiting, trouble, review } = JSON.parse(repository.wingman('status', '--json').stdout)
  if (running || waiting || trouble)
    wrong.push(`not at rest: ${JSON.stringify({ running, waiting, trouble })}`)
  const due = content === 'clean' ? 'approved' : 'needs-revision'
  if ((!review?.isHead || review.verdict !== due) && !resultOfTip(repository).includes(due))
    wrong.push(`the tip is not reviewed: ${JSON.stringify(review)}`)
  const isPushed = remoteTip(repository) === repository.git('rev-parse', 'HEAD')
  if (content === 'clean' && !isPushed) wrong.push(`not pushed: ${repository.push().output}`)
  const { refs } = JSON.parse(repository.wingman('gate', '--json').stdout)
  const standings = refs.flatMap((ref: { loops: { standing: string }[] }) => ref.loops.map(it => it.standing))
  if (content === 'defect' && !standings.includes('needs-revision'))
    wrong.push(`the gate says ${JSON.stringify(refs)}`)
  return wrong
}

/**
 * What was judged of the tip's content, whether or not a record of this commit lists it: it may have been uncommitted
 * then. And killed between result and record, a push goes by the result, and nothing is left to make a record of.
 */
function resultOfTip({ dir, git }: WingmanRepository): string[] {
  const results = join(dir, '.git', 'wingman', 'results')
  const tree = git('rev-parse', 'HEAD^{tree}')
  return readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => JSON.parse(readFileSync(join(results, name), 'utf8')))
    .filter(({ snapshot }) => snapshot?.tree === tree)
    .map(({ outcome }) => outcome.verdict)
}

/** What a killed process had no time to take away. It is in nobody's way; somebody should sweep it all the same. */
function leftIn({ dir }: WingmanRepository): string[] {
  return readdirSync(join(dir, '.git'), { recursive: true, encoding: 'utf8' })
    .filter(name => /(^|\/)(\.tmp-|\.ticket-|index-\d)|\.tmp$|^worktrees\/[^/]+$/.test(name))
    .map(name =>
      name
        .replace(/[0-9a-f]{24,}/g, '*')
        .replace(/reviews\/[^/]+/, 'reviews/*')
        .replace(/\d+-[0-9a-f]{6,}|\d{3,}/g, '*'),
    )
}
