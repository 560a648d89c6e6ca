import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programs } from '../support/fake-programs.ts'
import { MANAGERS, SCENES } from '../support/install-scenes.ts'
import { temporaryFolder } from '../support/repository.ts'
import type { WingmanRepository } from '../support/wingman.ts'

interface Manager {
  make: (() => WingmanRepository) | undefined
  /** What sets it up. */
  own?: string[]
  /** What it starts for an entry, were it `exit 0`: one shell for a command, and one more for a script. */
  command: string[]
  script: string[]
}

const HOSTS: Record<string, Manager> = {
  husky: { make: SCENES.husky, command: [], script: [] },
  lefthook: {
    make: MANAGERS.lefthook,
    own: ['node_modules/.bin/lefthook', 'install'],
    command: ['sh'],
    script: ['sh', 'sh'],
  },
  'simple-git-hooks': {
    make: MANAGERS['simple-git-hooks'],
    own: ['node_modules/.bin/simple-git-hooks'],
    command: [],
    script: [],
  },
}

test.each(Object.entries(HOSTS))(
  'where wingman is disabled, %s starts nothing for it that it would not start for `exit 0`',
  (_, { make, own: [program, ...args] = [], command, script }) => {
    const repository = make?.() as WingmanRepository
    if (program) expect(repository.run(program, args).status).toBe(0)
    const started = watched(repository)
    const [push, commit] = [
      ['push', '-q', 'origin', 'main'],
      ['commit', '-q', '--allow-empty', '-m', 'again'],
    ]
    // A commit first: what brings something is another push than what does not.
    const bare = { commit: started(commit), push: started(push) }
    const withEntry = {
      push: [...bare.push, ...script].sort(),
      commit: [...bare.commit, ...command].sort(),
    }
    expect(repository.wingman('install').status).toBe(0)
    // Else what follows could not fail.
    expect(started(commit)).not.toEqual(withEntry.commit)

    repository.write({ '.git/wingman/disabled': '' })
    expect({ commit: started(commit), push: started(push) }).toEqual(withEntry)
    rmSync(join(repository.dir, '.git/wingman/disabled'))
    repository.write({ '../config/wingman/disabled': '' })
    const env = { XDG_CONFIG_HOME: join(repository.dir, '../config') }
    expect({ commit: started(commit, env), push: started(push, env) }).toEqual(withEntry)
  },
)

/** Which programs are started while git runs, of those that our lines could start. */
function watched({ run }: WingmanRepository) {
  const folder = temporaryFolder()
  const [log, trace] = [join(folder, 'log'), join(folder, 'trace')]
  const whereIs = (name: string) => run('sh', ['-c', 'command -v "$1"', '-', name]).stdout.trim()
  const note = (name: string) => [name, `echo ${name} >>'${log}'\nexec ${whereIs(name)} "$@"`]
  const bin = programs(Object.fromEntries(['sh', 'cat', 'sed', 'grep', 'node'].map(note)))
  return (args: string[], env: Record<string, string> = {}): string[] => {
    const watching = { PATH: `${bin}:${process.env.PATH}`, GIT_TRACE: trace }
    const { status, output } = run('git', args, { env: { ...watching, ...env } })
    expect(status, output).toBe(0)
    const programs = linesIn(log)
    // Git puts its own folder first, so it is asked itself.
    const gits = linesIn(trace).flatMap(line => /built-in: (git rev-parse.*)/.exec(line)?.[1] ?? [])
    for (const file of [log, trace]) rmSync(file, { force: true })
    return [...programs, ...gits].sort()
  }
}

const linesIn = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
