import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Commit, type Files, readTree, writeCommit } from './objects.ts'

/** A repository and its remote on disk, and all that ever was committed in them. */
export interface Scene {
  dir: string
  /** The two git directories. */
  here: string
  there: string
  commits: Map<string, Commit>
  commit(files: Files, parents: readonly string[]): Commit
  /** By somebody else, and at the remote alone. */
  commitThere(files: Files, parents: readonly string[]): Commit
  /** What was fetched: all that the remote alone had. */
  bringHere(): void
  get(oid: string): Commit
  ref(where: 'here' | 'there', name: string): string | null
  setRef(where: 'here' | 'there', name: string, oid: string | null): void
  /** What the remote has under each name. */
  remoteRefs(): Map<string, string>
  /** What git merges by itself; null when there is a conflict. */
  merged(ours: string, theirs: string): string | null
  /** What became of `change` (its base, itself) on top of `onto`; null when there is a conflict. */
  applied(change: { base: Files; head: Files }, onto: Files): Files | null
  git(args: readonly string[], input?: string): { status: number | null; stdout: string }
  remove(): void
}

// Memory where there is some: a run makes some hundred small files, and none of them has to last.
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function makeScene(): Scene {
  const dir = mkdtempSync(join(ROOM, 'wingman-model-'))
  cpSync(template(), dir, { recursive: true })
  const here = join(dir, 'project/.git')
  const there = join(dir, 'remote.git')
  // What is here need not be sent: a push is a ref that moves.
  writeFileSync(join(there, 'objects/info/alternates'), `${join(here, 'objects')}\n`)
  const where = { here, there }
  const commits = new Map<string, Commit>()
  const refs = new Map<string, string>()
  const merges = new Map<string, string | null>()

  const git: Scene['git'] = (args, input = '') => {
    const env = { ...process.env, GIT_NO_REPLACE_OBJECTS: '1' }
    const options = { cwd: join(dir, 'project'), env, input, encoding: 'utf8' as const, maxBuffer: 1 << 28 }
    return spawnSync('git', [...args], options)
  }
  const mergeTree = (ours: string, theirs: string): string | null => {
    const { status, stdout } = git([
      'merge-tree',
      '--write-tree',
      '--allow-unrelated-histories',
      ours,
      theirs,
    ])
    return status === 0 ? stdout.trim().slice(0, 40) : null
  }
  const keep = (gitDir: string, what: Pick<Commit, 'files' | 'parents' | 'by'>): Commit => {
    // No two are the same commit, or an amended one might be the one before.
    const made = writeCommit(gitDir, what, `commit ${commits.size}`)
    commits.set(made.oid, made)
    return made
  }
  const scene: Scene = {
    dir: join(dir, 'project'),
    here,
    there,
    commits,
    commit: (files, parents) => keep(here, { files, parents, by: 'test' }),
    commitThere: (files, parents) => keep(there, { files, parents, by: 'ann' }),
    bringHere: () =>
      cpSync(join(there, 'objects'), join(here, 'objects'), { recursive: true, filter: isObject }),
    get(oid) {
      const commit = commits.get(oid)
      if (commit) return commit
      throw new Error(`not of this scene: ${oid}`)
    },
    ref: (place, name) => refs.get(`${place} ${name}`) ?? null,
    setRef(place, name, oid) {
      const path = join(where[place], name)
      if (oid === null) {
        refs.delete(`${place} ${name}`)
        rmSync(path, { force: true })
        return
      }
      refs.set(`${place} ${name}`, oid)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${oid}\n`)
    },
    remoteRefs: () =>
      new Map([...refs].flatMap(([key, oid]) => (key.startsWith('there ') ? [[key.slice(6), oid]] : []))),
    merged(ours, theirs) {
      const key = `${ours} ${theirs}`
      if (!merges.has(key)) merges.set(key, mergeTree(ours, theirs))
      return merges.get(key) ?? null
    },
    applied({ base, head }, onto) {
      const by = 'test'
      const below = writeCommit(here, { files: base, parents: [], by }, 'base')
      const parents = [below.oid]
      const ours = writeCommit(here, { files: onto, parents, by }, 'ours')
      const theirs = writeCommit(here, { files: head, parents, by }, 'theirs')
      const tree = mergeTree(ours.oid, theirs.oid)
      return tree === null ? null : readTree(here, tree)
    },
    git,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
  return scene
}

/** The list of alternates stays where it is. */
const isObject = (path: string): boolean => !path.endsWith('/info')

let made: string | null = null

/** Empty repositories that know of each other, made once. */
function template(): string {
  if (made !== null) return made
  const dir = mkdtempSync(join(ROOM, 'wingman-model-template-'))
  const git = (...args: string[]) => spawnSync('git', args, { cwd: dir })
  git('init', '-q', '--template=', '-b', 'main', 'project')
  git('init', '-q', '--template=', '-b', 'main', '--bare', 'remote.git')
  git('-C', 'project', 'remote', 'add', 'origin', '../remote.git')
  mkdirSync(join(dir, 'remote.git/objects/info'), { recursive: true })
  made = dir
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return dir
}
