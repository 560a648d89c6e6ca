import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { contentKey, READS } from '../../domain/content-key.ts'
import { type Inventory, RETENTION, type Stored, type StoredResult } from '../../domain/retention.ts'
import { readAnyway, readIfThere, readNow } from './files.ts'
import type { Layout } from './layout.ts'
import { processRuns } from './process-identity.ts'
import { checkResult } from './read-result.ts'

interface Living {
  /** The full names of those that are there. */
  branches: readonly string[]
  /** The commits and trees that are on them. Asked only where something hangs on it. */
  content(): Promise<ReadonlySet<string>>
}

/** Everything of which something may go. */
export async function takeInventory(at: Layout, { branches, content }: Living): Promise<Inventory> {
  const files = [...new Set([at.shared, at.own])].flatMap(folder => filesIn(folder, folder))
  const matching = (pattern: RegExp) =>
    files.flatMap(file => {
      const [, ...parts] = pattern.exec(file.name) ?? []
      return pattern.test(file.name) ? [{ file: { path: file.path, at: file.at }, parts }] : []
    })
  const living = new Set(branches.map(at.branch))
  const pointers = matching(/^branches\/[0-9a-f]{32}\/[0-9a-f]{12}\.\d+$/).map(({ file }) => ({
    ...file,
    isThere: living.has(dirname(file.path)),
  }))
  const results = matching(/^results\/([^/]+)\/(.+)\.(\d+)\.json$/).map(
    ({ file, parts: [key = '', policy = '', turn] }) => {
      return { ...file, key, policy, turn: Number(turn), ...judgementIn(file.path) }
    },
  )
  return {
    reviews: matching(/^reviews\/([\w-]+)\/review\.json$/).map(({ file, parts: [id = ''] }) => ({
      ...file,
      id,
      path: join(at.reviews, id),
    })),
    needed: await neededReviews(at, pointers),
    results: await withLiving(results, content),
    edges: [
      ...(await Promise.all(
        matching(/^edges\/([0-9a-f]+)\/[0-9a-f]+$/).map(async ({ file, parts: [tree = ''] }) => {
          const digest = (await readIfThere(file.path))?.trim() ?? ''
          return { ...file, keys: READS.map(reads => contentKey(reads, { digest, tree })) }
        }),
      )),
      ...(await Promise.all(
        matching(/^steps\/[0-9a-f]+$/).map(async ({ file }) => {
          const [tree = '', , digest = ''] = ((await readIfThere(file.path)) ?? '').trim().split(' ')
          return { ...file, keys: READS.map(reads => contentKey(reads, { digest, tree })) }
        }),
      )),
      ...matching(/^patches\/[0-9a-f]+\/([0-9a-f]+)$/).map(({ file, parts: [digest = ''] }) => ({
        ...file,
        keys: [contentKey('diff', { digest, tree: '' })],
      })),
    ],
    branches: pointers,
    delivered: matching(/^delivered\/([\w-]+)(?:\.acknowledged)?$/).map(({ file, parts: [review = ''] }) => ({
      ...file,
      review,
    })),
    answers: matching(/^answers\/[0-9a-f]{64}\.json$/).map(({ file }) => file),
    spending: matching(/^spending\/[\d-]{10}\/[\w.-]+\.json$/).map(({ file }) => file),
    sessions: matching(/^sessions\/[a-z]+-[a-z0-9_-]+\.\d+\.json$/).map(({ file }) => file),
    damaged: topOf(at.damaged),
    logs: matching(/^logs\/wingman\.\d+-[0-9a-f]+\.log$/).map(({ file }) => file),
    holds: matching(/^journal\/[0-9a-f]{32}\.gate\.json$/).map(({ file }) => file),
    temporary: [
      ...matching(TEMPORARY).map(({ file, parts }) => ({
        ...file,
        isOwned: processRuns(Number(parts.find(Boolean))),
      })),
      ...withoutRecord(at).map(file => ({ ...file, isOwned: false })),
    ],
  }
}

type Judged = StoredResult & { content: readonly string[] }

/** What cannot be read keeps speaking: it hides what is below it. Nor does it tell of what, so it is never left. */
function judgementIn(path: string): Pick<Judged, 'says' | 'content'> {
  const result = checkResult(readSafely(path), path)
  if ('unreadable' in result) return { says: 'no', content: [] }
  const { verdict } = result.outcome
  const content = [result.snapshot.commit, result.snapshot.tree]
  return { says: verdict === 'approved' ? 'yes' : verdict === 'unknown' ? 'nothing' : 'no', content }
}

function readSafely(path: string): string {
  try {
    return readNow(path) ?? ''
  } catch {
    return ''
  }
}

async function withLiving(judged: readonly Judged[], content: Living['content']): Promise<StoredResult[]> {
  const noes = judged.filter(({ says }) => says === 'no')
  const living = noes.length > RETENTION.noes.most ? await content() : null
  return judged.map(({ content, ...result }) => ({
    ...result,
    isLeft: living !== null && content.length > 0 && !content.some(oid => living.has(oid)),
  }))
}

/** Named by the process that makes them: written beside what they become, tickets for the lock, indexes of our own. */
const TEMPORARY =
  /(?:^|\/)(?:\.tmp-(\d+)-[0-9a-f]+|\.ticket-(\d+)-[0-9a-f]+|index-[0-9a-f]{8}-(\d+)-[0-9a-f]+(?:-wanted)?(?:\.lock)?|resolved-config\.json\.(\d+)\.tmp)$/

async function neededReviews(at: Layout, pointers: readonly (Stored & { isThere: boolean })[]) {
  const named = pointers.filter(({ isThere }) => isThere).map(({ path }) => path)
  const others = entriesOf(join(at.shared, '..', 'worktrees')).map(({ name }) =>
    join(at.shared, '..', 'worktrees', name, 'wingman', 'pending'),
  )
  const pending = [join(at.shared, 'pending'), at.pending, ...others]
  const texts = await Promise.all([...named, ...pending].map(readAnyway))
  return new Set(texts.flatMap(text => [...(text ?? '').matchAll(/^[\w-]+/gm)].map(([id]) => id)))
}

interface Named extends Stored {
  name: string
}

/** A folder with the name of a temporary file is one thing, and not looked into. */
function filesIn(folder: string, root: string): Named[] {
  return entriesOf(folder).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !TEMPORARY.test(entry.name)) return filesIn(path, root)
    const info = lstatSync(path, { throwIfNoEntry: false })
    const name = relative(root, path).split(sep).join('/')
    return info ? [{ path, name, at: info.mtimeMs }] : []
  })
}

/** Killed between what the reviewers printed and the record of it. */
const withoutRecord = (at: Layout): Stored[] =>
  topOf(at.reviews).filter(({ path }) => !existsSync(at.review(basename(path))))

function topOf(folder: string): Stored[] {
  return entriesOf(folder).flatMap(({ name }) => {
    const path = join(folder, basename(name))
    const info = lstatSync(path, { throwIfNoEntry: false })
    return info ? [{ path, at: info.mtimeMs }] : []
  })
}

/** Not through a link: where it leads nothing is ours. */
function entriesOf(folder: string) {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
