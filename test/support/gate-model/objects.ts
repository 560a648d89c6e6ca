import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'

// Git's objects written and read by hand: thousands of commits without thousands of processes.

/** Path to text. A small flat tree. */
export type Files = Readonly<Record<string, string>>

/** Whose gate it is that is asked, and somebody else. */
type Person = 'test' | 'ann'

export interface Commit {
  oid: string
  by: Person
  tree: string
  files: Files
  parents: readonly string[]
}

/** `gitDir` is where it goes: what the remote alone has is not here. */
export function writeCommit(
  gitDir: string,
  { files, parents, by }: Pick<Commit, 'files' | 'parents' | 'by'>,
  message: string,
): Commit {
  const tree = writeTree(gitDir, files)
  const who = `${by} <${by}@localhost> 1700000000 +0000`
  const lines = [
    `tree ${tree}`,
    ...parents.map(parent => `parent ${parent}`),
    `author ${who}`,
    `committer ${who}`,
  ]
  const oid = writeObject(gitDir, 'commit', Buffer.from(`${lines.join('\n')}\n\n${message}\n`))
  return { oid, by, tree, files, parents }
}

function writeTree(gitDir: string, files: Files): string {
  const entries = Object.entries(files)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => {
      const blob = writeObject(gitDir, 'blob', Buffer.from(text))
      return Buffer.concat([Buffer.from(`100644 ${path}\0`), Buffer.from(blob, 'hex')])
    })
  return writeObject(gitDir, 'tree', Buffer.concat(entries))
}

export function readTree(gitDir: string, tree: string): Files {
  const files: Record<string, string> = {}
  let rest = readObject(gitDir, tree)
  while (rest.length > 0) {
    const end = rest.indexOf(0)
    const path = rest.subarray(0, end).toString().replace(/^\d+ /, '')
    files[path] = readObject(gitDir, rest.subarray(end + 1, end + 21).toString('hex')).toString()
    rest = rest.subarray(end + 21)
  }
  return files
}

function writeObject(gitDir: string, type: string, body: Buffer): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])
  const oid = createHash('sha1').update(whole).digest('hex')
  const path = pathOf(gitDir, oid)
  if (existsSync(path)) return oid
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, deflateSync(whole, { level: 1 }))
  return oid
}

function readObject(gitDir: string, oid: string): Buffer {
  const whole = inflateSync(readFileSync(pathOf(gitDir, oid)))
  return whole.subarray(whole.indexOf(0) + 1)
}

const pathOf = (gitDir: string, oid: string): string => join(gitDir, 'objects', oid.slice(0, 2), oid.slice(2))
