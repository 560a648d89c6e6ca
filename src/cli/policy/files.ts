import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { PLACES } from '../../config/places.ts'
import { resolvedSources } from '../../config/read-resolved.ts'
import type { Oid } from '../../domain/snapshot.ts'
import type { Project } from '../compose.ts'

/** A file that the policy of the working tree came from, or may come from. */
export interface PolicyFile {
  /** From the root, with forward slashes. */
  path: string
  /** What git would call its content, with and without the line ends of Windows; nothing when it is not there. */
  ids: Oid[]
}

// Hashed here and not by git: its index can be told to look away (assume-unchanged), and a filter would run a program.

export function policyFiles({ at, paths: { root } }: Project, like: Oid): PolicyFile[] {
  const named = [...PLACES, ...resolvedSources(at.own), '.wingman/dismissed.yaml']
  const all = new Set([...named, ...named.flatMap(name => targetOf(root, name))])
  const files = [...all].filter(isInside).map(path => ({ path, ids: idsOf(join(root, path), like) }))
  const hasConfig = files.some(({ path, ids }) => ids.length > 0 && isPlace(path) && path !== 'package.json')
  // It holds the config only where no other file does, and changes for a hundred other reasons.
  return hasConfig ? files.filter(({ path }) => path !== 'package.json') : files
}

const isPlace = (path: string): boolean => (PLACES as readonly string[]).includes(path)

const isInside = (path: string): boolean => !path.startsWith('..') && !isAbsolute(path)

/** Where a link leads, as long as it stays in the tree. */
function targetOf(root: string, name: string): string[] {
  try {
    const target = relative(realpathSync(root), realpathSync(join(root, name)))
    return target === name ? [] : [target]
  } catch {
    return []
  }
}

function idsOf(path: string, like: Oid): Oid[] {
  try {
    if (lstatSync(path).isSymbolicLink()) return [blobId(Buffer.from(readlinkSync(path)), like)]
    const content = readFileSync(path)
    const id = blobId(content, like)
    return content.includes('\r\n') ? [id, blobId(withoutReturns(content), like)] : [id]
  } catch {
    return []
  }
}

const withoutReturns = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')

/** As git names it, in a repository whose names are as long as this one. */
const blobId = (content: Buffer, like: Oid): Oid =>
  createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex')
