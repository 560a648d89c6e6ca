import * as z from 'zod'
import { GHOST_KINDS, GHOST_TRIGGERS, type GhostNote } from './ghost.ts'

const oid = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/)

export const ghostNoteSchema = z.strictObject({
  version: z.literal(1),
  what: z.enum(GHOST_KINDS),
  trigger: z.enum(GHOST_TRIGGERS),
  takenAt: z.iso.datetime(),
  base: oid.nullable(),
  branch: z.string().nullable(),
  epoch: z.number().int().nonnegative(),
  worktree: z.string(),
  session: z.string().nullable(),
  files: z.number().int().nonnegative(),
  leftOut: z.array(z.string()),
}) satisfies z.ZodType<GhostNote>
