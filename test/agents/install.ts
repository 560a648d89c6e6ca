import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { binOf, chosenAgents, folderOf, PINNED, type Pinned, type RealAgent } from './pinned.ts'

/** Installs what is not there yet, one after the other, each only once; says what is left out. */
export default function installAgents(): void {
  const chosen = chosenAgents()
  const skipped = Object.keys(PINNED).filter(name => !chosen.some(one => one === name))
  if (skipped.length > 0)
    console.warn(`\n!!! SKIPPED, because AGENTS leaves them out: ${skipped.join(', ')}\n`)
  // The tests have a home of their own, and must find the cache of whoever runs them.
  process.env.AGENTS_CACHE = dirname(folderOf('claude'))
  for (const name of chosen) install(name)
}

function install(name: RealAgent): void {
  const pinned: Pinned = PINNED[name]
  const folder = folderOf(name)
  if (!existsSync(folder)) {
    console.log(`installing ${pinned.package}@${pinned.version}, once`)
    mkdirSync(dirname(folder), { recursive: true })
    const half = mkdtempSync(join(dirname(folder), '.half-'))
    try {
      fill(half, pinned)
      // Whole or not at all; whoever was faster has the same.
      if (!existsSync(folder)) renameSync(half, folder)
    } finally {
      rmSync(half, { recursive: true, force: true })
    }
  }
  verify(name)
}

function fill(folder: string, { package: wanted, version, afterwards }: Pinned): void {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const how = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  execFileSync('npm', ['install', ...how, `${wanted}@${version}`], { cwd: folder, stdio: 'pipe' })
  if (!afterwards) return
  execFileSync(process.execPath, [afterwards], { cwd: join(folder, 'node_modules', wanted), stdio: 'pipe' })
}

function verify(name: RealAgent): void {
  const home = mkdtempSync(join(tmpdir(), 'wingman-agent-home-'))
  try {
    const env = { PATH: process.env.PATH, HOME: home }
    const said = execFileSync(join(binOf(name), name), ['--version'], { cwd: home, env, encoding: 'utf8' })
    const { version } = PINNED[name]
    if (!said.includes(version)) throw new Error(`${folderOf(name)} says ${said.trim()}, and not ${version}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
