import { describe, expect, test } from 'vitest'
import { aboutTheMove, type MoveFacts, notedText, parseNoted } from '../../../src/domain/unannounced.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)
const stands = (commit: string | null, ref: string | null = 'refs/heads/main') => ({ commit, ref })
const moved: MoveFacts = {
  noted: stands(A),
  here: stands(B),
  isMidway: false,
  isAskedFor: false,
  isReviewed: false,
}

describe('what is done about a HEAD that no hook told of', () => {
  test.each<[string, Partial<MoveFacts>, ReturnType<typeof aboutTheMove>]>([
    ['another commit', {}, 'ask'],
    ['the same commit under another name', { here: stands(A, 'refs/heads/new') }, 'ask'],
    ['the same commit on no branch', { here: stands(A, null) }, 'ask'],
    ['a note that cannot be read', { noted: 'damaged' }, 'ask'],
    ['where it stood', { here: stands(A) }, 'leave'],
    ['no commit yet', { here: stands(null) }, 'leave'],
    ['in the middle of a rebase', { isMidway: true }, 'leave'],
    ['a request waits for it', { isAskedFor: true }, 'leave'],
    ['it was reviewed', { isReviewed: true }, 'note'],
    ['nobody ever noted where it stands', { noted: null }, 'note'],
    ['in the middle of a rebase, never noted', { noted: null, isMidway: true }, 'leave'],
    ['damaged, and reviewed', { noted: 'damaged', isReviewed: true }, 'note'],
  ])('%s', (_, facts, due) => {
    expect(aboutTheMove({ ...moved, ...facts })).toBe(due)
  })
})

test.each([stands(A), stands(A, null), stands('c'.repeat(64), 'refs/heads/a/b')])(
  'a note is read as it was written: %j',
  standpoint => {
    expect(parseNoted(notedText(standpoint))).toEqual(standpoint)
  },
)

test.each(['', '\n', `${A}\n`, `${A} refs/heads/main`, `${A} `, `xyz refs/heads/main\n`, `${A} - -\n`])(
  'half a note is none: %j',
  text => {
    expect(parseNoted(text)).toBe('damaged')
  },
)
