import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ghostNoteSchema } from '../../../src/domain/ghost.schema.ts'
import {
  GHOST_KINDS,
  GHOST_TRIGGERS,
  type GhostNote,
  ghostId,
  ghostMessage,
  noteIn,
  placeIn,
} from '../../../src/domain/ghost.ts'

const text = fc.string({ unit: 'grapheme' })
const notes: fc.Arbitrary<GhostNote> = fc.record({
  version: fc.constant(1 as const),
  what: fc.constantFrom(...GHOST_KINDS),
  trigger: fc.constantFrom(...GHOST_TRIGGERS),
  takenAt: fc.constant('2026-03-04T05:06:07.089Z'),
  base: fc.constantFrom(null, 'a'.repeat(40), 'b'.repeat(64)),
  branch: fc.option(text),
  epoch: fc.nat(),
  worktree: text,
  session: fc.option(text),
  files: fc.nat(),
  leftOut: fc.array(text),
})

test('a note comes back as it was, through a message that every encoding leaves alone', () => {
  fc.assert(
    fc.property(notes, note => {
      const message = ghostMessage(note)
      expect(message).toMatch(/^[\x20-\x7e\n]+$/)
      expect(ghostNoteSchema.parse(noteIn(message))).toEqual(note)
      expect(placeIn(message)).toEqual({ worktree: note.worktree, branch: note.branch })
    }),
  )
})

test.each([
  '',
  'wingman: dirty work\n',
  'x\n\n{',
  'x\n\nnull',
  'x\n\n[]',
  'x\n\n{"version":2,"worktree":"/"}',
])('what is no note of ours is of no place: %j', message => {
  expect(placeIn(message)).toBeNull()
  expect(ghostNoteSchema.safeParse(noteIn(message)).success).toBe(false)
})

test('ids sort by time', () => {
  const times = ['2026-01-02T03:04:05.006Z', '2026-01-02T03:04:05.007Z', '2026-11-02T03:04:05.006Z']
  const ids = times.map((time, at) => ghostId(new Date(time), 'fa0'[at]?.repeat(40) ?? ''))
  expect(ids[0]).toBe('20260102-030405006-ffffffffff')
  expect([...ids].sort()).toEqual(ids)
})
