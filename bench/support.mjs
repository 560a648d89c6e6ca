import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)))
export const WINGMAN = join(PACKAGE, 'dist', 'wingman.js')
const HOOK = join(PACKAGE, 'dist', 'hook.js')

/** `--rounds N`, and `--assert`: leave with 1 when a target is missed. */
export function options(rounds) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(rounds) },
      assert: { type: 'boolean', default: false },
    },
  })
  if (!/^[1-9]\d*$/.test(values.rounds))
    throw new Error(`--rounds ${values.rounds} is not a number of rounds`)
  if (!existsSync(WINGMAN)) throw new Error('dist/ is not there: build first, with `npm run build`')
  return { rounds: Number(values.rounds), assert: values.assert }
}

/** A temporary folder that is everybody's home: nothing of the person who measures gets in or out. */
export function workshop() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-bench-')))
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@localhost',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@localhost',
    NO_COLOR: '1',
  }
  return {
    folder,
    repository: name => repository(join(folder, name), env),
    /** A program from npm, in a folder of its own, without what its install script would do. */
    install(name) {
      const prefix = join(folder, 'npm', name.replace(/@.*/, ''))
      const args = ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', prefix, name]
      const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${name} could not be installed: ${stderr}`)
      return prefix
    },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

function repository(dir, env) {
  mkdirSync(dir)
  const run = (command, args, { input = '' } = {}) =>
    spawnSync(command, args, { cwd: dir, env, input, encoding: 'utf8' })
  const must = (command, ...args) => {
    const { status, stdout, stderr, error } = run(command, args)
    if (status === 0) return stdout.trim()
    throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
  }
  const git = (...args) => must('git', ...args)
  const write = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text, { mode })
  }
  git('init', '-q', '-b', 'main')
  // A collection that starts by itself would be counted against whoever is being timed.
  git('config', 'gc.auto', '0')
  git('config', 'maintenance.auto', 'false')
  return {
    dir,
    run,
    must,
    git,
    write,
    wingman: (...args) => must(process.execPath, WINGMAN, ...args),
    commit(message, files) {
      for (const [path, text] of Object.entries(files)) write(path, text)
      git('add', '-A')
      git('commit', '-q', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    /** Milliseconds until the command has ended and let go of its output. */
    time(command, args, { input, status = 0 } = {}) {
      const began = process.hrtime.bigint()
      const ended = run(command, args, { input })
      const took = Number(process.hrtime.bigint() - began) / 1e6
      if (ended.status === status) return took
      throw (
        ended.error ?? new Error(`${command} ${args.join(' ')} ended with ${ended.status}: ${ended.stderr}`)
      )
    },
  }
}

// A review by rules takes a second at most; whoever waits longer than this has found a bug.
const LONGEST_WAIT_MS = 30_000

/** Until no request is left and no worker of ours is running. */
export async function workerIsDone(repo) {
  const queue = join(repo.dir, '.git', 'wingman', 'queue')
  const isBusy = () =>
    readdirSync(queue).length > 0 || repo.must('ps', '-A', '-o', 'args=').includes(`${HOOK} worker`)
  for (let waited = 0; isBusy(); waited += 20) {
    if (waited > LONGEST_WAIT_MS) throw new Error(`the worker of ${repo.dir} does not come to an end`)
    await pause(20)
  }
}

/**
 * Everybody once in each round, in an order of its own, so that a machine that gets slower gets slower for all.
 * The first rounds only warm the caches. Answers the times of each contestant, by round.
 */
export async function interleave(contestants, rounds, warmUp = 3) {
  const times = new Map(contestants.map(({ name }) => [name, []]))
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, measure } of shuffled(contestants)) {
      const took = await measure(round + warmUp)
      if (round >= 0) times.get(name).push(took)
    }
  }
  return times
}

function shuffled(list) {
  const rest = [...list]
  return list.map(() => rest.splice(Math.floor(Math.random() * rest.length), 1)[0])
}

export const median = values => quantile(values, 0.5)
export const p90 = values => quantile(values, 0.9)

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  return below + (sorted[Math.ceil(at)] - below) * (at % 1)
}

/** Round by round: what both have in common, such as a neighbour who is busy just then, falls out. */
export const differences = (values, baseline) => values.map((value, at) => value - baseline[at])
export const ratios = (values, baseline) => values.map((value, at) => value / baseline[at])

export const round = (value, digits = 1) => Number(value.toFixed(digits))

/** Prints the rows and the targets, keeps both as JSON, and sets the exit code. */
export function report({ name, rounds, assert, rows, targets }) {
  // A busy machine stretches whatever starts processes; whoever reads the figures must be able to tell.
  const machine = {
    node: process.version,
    platform: process.platform,
    cpus: cpus().length,
    load: round(loadavg()[0]),
  }
  console.log(
    `${name}: ${rounds} rounds, node ${machine.node}, ${machine.platform}, ${machine.cpus} CPUs, load ${machine.load}\n`,
  )
  console.log(table(rows))
  console.log()
  for (const { what, value, limit } of targets) {
    console.log(`${value <= limit ? 'reached' : 'MISSED '}  ${what}: ${value} (target: at most ${limit})`)
  }
  const folder = join(PACKAGE, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ name, machine, rounds, rows, targets }, null, 2)}\n`,
  )
  if (assert && targets.some(({ value, limit }) => value > limit)) process.exitCode = 1
}

function table(rows) {
  const heads = Object.keys(rows[0])
  const lines = [heads, ...rows.map(row => heads.map(head => String(row[head] ?? '')))]
  const widths = heads.map((_, at) => Math.max(...lines.map(line => line[at].length)))
  return lines
    .map(line =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
    )
    .join('\n')
}
