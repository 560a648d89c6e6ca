import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PACKAGE } from './fake-programs.ts'
import { type Finished, type TestRepository, temporaryFolder, temporaryRepository } from './repository.ts'

/** Every shell that may stand behind `#!/bin/sh`. */
export const SHELLS = [['dash'], ['busybox', 'sh'], ['bash', '--posix'], ['bash']].filter(
  ([program = '', ...args]) => {
    const isThere = spawnSync(program, [...args.filter(arg => arg === 'sh'), '-c', ':']).status === 0
    if (!isThere) console.warn(`SKIPPED: ${program} is not installed`)
    return isThere
  },
)

export interface StubScene {
  repository: TestRepository
  home: string
  /** Puts a node there, below the home or a root, that says which it is when it is started. */
  node(path: string, version?: string): void
  rc(text: string): void
  commit(env?: Env, dir?: string): Finished
  push(env?: Env, input?: string, dir?: string): Finished
  /** Which node was started by now, and what with; waits for it. */
  started(): Promise<string>
  hasStarted(): boolean
}

type Env = Record<string, string | undefined>

const NAMES = `a "b" 'c' $HOME ü`

/** Our hooks as a client runs them that was started from a desktop: a PATH without node, and no recorded node that is there. */
export function stubScene(shell: readonly string[]): StubScene {
  const repository = temporaryRepository({ name: NAMES })
  repository.commit('one', { 'a.txt': '1' })
  const folder = temporaryFolder()
  const home = join(folder, NAMES)
  const log = join(folder, 'started')
  const wingman = join(home, 'wingman')
  fakePackage(wingman, join(folder, 'root'))
  repository.write({ '.git/wingman/runtime': `${home}/gone/node\n${wingman}/dist/hook.js\n` })
  for (const [hook, script] of Object.entries({ 'post-commit': 'request.sh', 'pre-push': 'gate.sh' }))
    repository.executable(`.git/hooks/${hook}`, template(script))
  const usual = { PATH: barePath(folder), HOME: home, XDG_CONFIG_HOME: undefined, LOG: log }
  const [program = '', ...args] = shell
  const path = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
  const hook = (name: string) => join(repository.dir, '.git/hooks', name)
  const run = (words: string[], env: Env = {}, { input = '', dir = repository.dir } = {}) =>
    repository.run(path, [...args, ...words], { env: { ...usual, ...env }, input, cwd: dir })
  return {
    repository,
    home,
    node(at, version = 'v22.1.0') {
      const file = join(at.startsWith('root/') ? folder : home, at)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, fakeNode(at, version))
      chmodSync(file, 0o755)
    },
    rc(text) {
      mkdirSync(join(home, '.config/wingman'), { recursive: true })
      writeFileSync(join(home, '.config/wingman/init.sh'), text)
    },
    commit: (env, dir) => run([hook('post-commit')], env, dir ? { dir } : {}),
    push: (env, input = 'a b c d\n', dir = repository.dir) =>
      run([hook('pre-push'), 'origin', 'url'], env, { input, dir }),
    async started() {
      for (let tries = 0; tries < 400 && !isWhole(log); tries += 1) await pause(25)
      const text = readFileSync(log, 'utf8')
      rmSync(log)
      return text.replace(/end\n$/, '')
    },
    hasStarted: () => existsSync(log),
  }
}

const isWhole = (log: string): boolean => existsSync(log) && readFileSync(log, 'utf8').endsWith('end\n')

const template = (name: string): string => readFileSync(join(PACKAGE, 'templates/hooks', name), 'utf8')

/** With a search like the real one. */
function fakePackage(folder: string, root: string): void {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  mkdirSync(join(folder, 'templates/hooks'), { recursive: true })
  writeFileSync(join(folder, 'dist/hook.js'), '')
  searchBelow(folder, root)
}

/** The search of a package in `folder`, for which the machine's own places lie below a root. */
export function searchBelow(folder: string, root: string): void {
  const search = template('find-node.sh').replace(/(?<=[\s-])(?=\/(?:usr|opt|snap|home|c)\/)/g, root)
  writeFileSync(join(folder, 'templates/hooks/find-node.sh'), search)
}

const fakeNode = (at: string, version: string): string => `#!/bin/sh
if [ "$1" = --version ]; then echo ${version}; exit 0; fi
shift
printf '%s\\n' '${at.replaceAll("'", "'\\''")}' "$*" "\${RC-}" "$(cat)" "$(command -v node)" end >"$LOG"
exit \${WINGMAN_YES:-0}
`

/** What our scripts and the fake node call, and no node. */
export function barePath(folder: string, { sh = ['sh'] as readonly string[] } = {}): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const whereIs = (name: string) =>
    spawnSync('sh', ['-c', 'command -v "$1"', '-', name], { encoding: 'utf8' }).stdout.trim()
  for (const name of ['git', 'cat', 'mkdir', 'rm', 'sleep', 'setsid'])
    symlinkSync(whereIs(name), join(bin, name))
  const [program = '', ...args] = sh
  writeFileSync(join(bin, 'sh'), `#!/bin/sh\nexec ${[whereIs(program), ...args].join(' ')} "$@"\n`, {
    mode: 0o755,
  })
  if (readdirSync(bin).includes('node')) throw new Error('a bare PATH has no node')
  return bin
}
