import { jsonBelow } from '../../domain/ascii-json.ts'
import { attestationSchema } from '../../domain/attestation.schema.ts'
import { ATTESTATION_REFS, type Attestation, isCoherent } from '../../domain/attestation.ts'
import { emptyTreeLike, type Oid } from '../../domain/snapshot.ts'
import type { GitDoor } from '../git/door.ts'
import { objectsIn } from '../git/ghost-refs.ts'
import { refOf } from './keep.ts'

/** One that says what its name promises. Whether that is so is for others to find out. */
export interface Carried {
  ref: string
  oid: Oid
  attestation: Attestation
  hasSignature: boolean
}

/** One that does not count. */
export interface Refusal {
  ref: string
  why: string
  /** It may say what is missed, and we cannot know. */
  isUnreadable: boolean
  /** Of which loop, as far as it could be read. */
  loop?: string
  /** What is wrong with its signature, if that is all: there is none, of somebody who is not trusted, nobody said whom to trust, or it does not fit. */
  signature?: 'none' | 'stranger' | 'no-signers' | 'broken'
}

export interface Reading {
  carried: Carried[]
  refused: Refusal[]
}

export async function readAttestations(git: GitDoor): Promise<Reading> {
  const refs = (await git.bytes(['for-each-ref', '--format=%(objectname) %(refname)', ATTESTATION_REFS]))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => ({ oid: line.slice(0, line.indexOf(' ')), ref: line.slice(line.indexOf(' ') + 1) }))
  if (refs.length === 0) return { carried: [], refused: [] }
  const input = `${refs.map(({ oid }) => oid).join('\n')}\n`
  const objects = [...objectsIn(await git.bytes(['cat-file', '--batch'], { input }))]
  const readings = refs.map(({ ref, oid }, at) => readOne(ref, oid, objects[at] ?? null))
  return {
    carried: readings.flatMap(reading => ('attestation' in reading ? reading : [])),
    refused: readings.flatMap(reading => ('why' in reading ? reading : [])),
  }
}

function readOne(ref: string, oid: Oid, object: string | null): Carried | Refusal {
  const refused = (why: string): Refusal => ({ ref, why, isUnreadable: false })
  const unreadable = (why: string): Refusal => ({ ref, why, isUnreadable: true })
  const end = object?.indexOf('\n\n') ?? -1
  if (object === null || end < 0) return unreadable('it is no commit, or its commit is not here')
  const head = object.slice(0, end)
  const message = object.slice(end + 2)
  // Nobody signs a commit of this shape but for this: a message of an ordinary one can be made to say anything.
  if (!head.startsWith(`tree ${emptyTreeLike(oid)}\n`) || /^parent /m.test(head))
    return refused('it is a commit with content, not an attestation')
  if (ref !== refOf(message)) return refused('it does not say what its name stands for: edited, or moved')
  const note = jsonBelow(message)
  if (isNewer(note)) return unreadable('it was written by a newer wingman')
  const parsed = attestationSchema.safeParse(note)
  if (!parsed.success) return unreadable('it is not in a form that this wingman knows')
  const attestation: Attestation = parsed.data
  if (!isCoherent(attestation)) return refused('its key is not that of the content it names')
  const hasSignature = /^gpgsig(?:-sha256)? /m.test(head)
  if (attestation.signed && !hasSignature) return refused('its signature was taken off')
  return { ref, oid, attestation, hasSignature }
}

const isNewer = (note: unknown): boolean =>
  typeof note === 'object' && note !== null && 'version' in note && Number(note.version) > 1
