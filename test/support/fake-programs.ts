import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './repository.ts'

/** The package as it stands here after the build. */
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

/** A PATH with git, sh and node on it, and none of the agents of whoever runs this. */
export function pathWith(...folders: string[]): string {
  return [...folders, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':')
}

/** A folder with these shell scripts in it, executable. */
export function programs(scripts: Record<string, string>): string {
  const folder = join(temporaryFolder(), 'bin')
  mkdirSync(folder)
  for (const [name, body] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

/** Copies what is published to where a package manager would put it. */
export function copyPackage(to: string): string {
  mkdirSync(to, { recursive: true })
  for (const name of ['dist', 'templates', 'schema', 'package.json'])
    cpSync(join(PACKAGE, name), join(to, name), { recursive: true })
  // Its one dependency, as npm would put it beside.
  symlinkSync(join(PACKAGE, 'node_modules/jiti'), join(to, '../jiti'))
  return join(to, 'dist', 'wingman.js')
}

/** An `npm` that writes down what it was asked for and does what `npm install git-wingman` does, or fails. */
export function fakeNpm({ fails = false } = {}): { folder: string; calls(): string[] } {
  const log = join(temporaryFolder(), 'npm.log')
  const succeed = [
    'mkdir -p node_modules/git-wingman',
    `cp -R '${PACKAGE}dist' '${PACKAGE}templates' '${PACKAGE}schema' '${PACKAGE}package.json' node_modules/git-wingman/`,
    `printf '{\\n  "name": "p",\\n  "devDependencies": { "git-wingman": "*" }\\n}\\n' >package.json`,
    `echo '{ "lockfileVersion": 3 }' >package-lock.json`,
  ]
  const folder = programs({
    npm: [`echo "$*" >>'${log}'`, ...(fails ? ['echo "npm error: no network" >&2', 'exit 1'] : succeed)].join(
      '\n',
    ),
  })
  return {
    folder,
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}
