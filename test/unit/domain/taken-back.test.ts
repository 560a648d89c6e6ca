import { expect, test } from 'vitest'
import { type FileChange, takesBack } from '../../../src/domain/taken-back.ts'

/**
 * `a:3-5 9` is a change of file a: lines 4 and 5 are new, and after line 9 something went. Behind a slash, where that was before:
 * `a:3-5/2`. `a+` changes its mode, `a*` shows no lines, `a!` came or went.
 */
function changes(text: string): FileChange[] {
  return text
    .split(', ')
    .filter(Boolean)
    .map(part => {
      const [, file = '', mark = '', spans = ''] = /^(\w+)([+*!]?):?(.*)$/.exec(part) ?? []
      const hunks = spans
        .split(' ')
        .filter(Boolean)
        .map(each => {
          const [is = '', was = is] = each.split('/')
          return { is: spanIn(is), was: spanIn(was) }
        })
      return { file, mode: MODES[mark] ?? 'kept', isOpaque: mark === '*', hunks }
    })
}

const MODES: Record<string, FileChange['mode']> = { '+': 'changed', '!': 'came or went' }

function spanIn(text: string) {
  const [after = '', upTo = after] = text.split('-')
  return { after: Number(after), upTo: Number(upTo) }
}

test.each([
  { shown: 'a:0-3', real: '', all: true, why: 'nothing is really changed' },
  { shown: 'a:0-3', real: 'a:0-3', all: true, why: 'the same' },
  { shown: 'a:0-9', real: 'a:2-4', all: true, why: 'a part of what is shown' },
  { shown: 'a:0-2 2-6', real: 'a:1-5', all: true, why: 'two that follow each other show all between' },
  { shown: 'a:0-2 3-6', real: 'a:1-5', all: false, why: 'a line between them is not shown' },
  { shown: 'a:0-3', real: 'a:0-3 7-8', all: false, why: 'a line further down is not shown' },
  { shown: '', real: 'b:0-1', all: false, why: 'the file is not shown' },
  { shown: 'a:0-3', real: 'a:2', all: true, why: 'what went, went where something is shown' },
  { shown: 'a:2', real: 'a:2', all: true, why: 'it is shown to have gone' },
  { shown: 'a:0-3', real: 'a:5', all: false, why: 'what went elsewhere is not shown' },
  { shown: 'a:0-3', real: 'a+:0-3', all: false, why: 'the mode is not shown' },
  { shown: 'a+', real: 'a+', all: true, why: 'the mode is shown' },
  { shown: 'a*', real: 'a*', all: true, why: 'a binary file that is shown' },
])('$why: $all', ({ shown, real, all }) => {
  expect(takesBack({ shown: changes(shown), real: changes(real), brought: null })).toBe(!all)
})

test.each([
  { real: 'b:0-1', brought: '', back: false, why: 'a file that only the base changed' },
  { real: 'b:0-1', brought: 'b:7-8', back: false, why: 'a line that only the base changed' },
  {
    real: 'b:9-10/7-8',
    brought: 'b:7-8',
    back: true,
    why: 'a line that was brought, wherever it lies by now',
  },
  { real: 'b:9/7-8', brought: 'b:7-8', back: true, why: 'a line that was brought and went' },
  { real: 'b:9-10/7', brought: 'b:7', back: true, why: 'a line that went there and is back' },
  {
    real: 'b:9-10/6-7',
    brought: 'b:7-8',
    back: true,
    why: 'the line beside, of which nobody can tell them apart',
  },
  { real: 'b!:0/0-9', brought: 'b:7-8', back: true, why: 'a file that went, and was changed there' },
  { real: 'b!:0-9/0', brought: 'b!:0', back: true, why: 'a file that went there and is back' },
  { real: 'b!:0/0-9', brought: 'c:7-8', back: false, why: 'a file that the base alone took away' },
  { real: 'b+', brought: 'b+', back: true, why: 'a mode that was brought' },
  { real: 'b+', brought: 'b:7-8', back: false, why: 'a mode that only the base changed' },
  { real: 'b*', brought: 'b*', back: true, why: 'a binary file that was brought' },
  { real: 'b*', brought: '', back: false, why: 'a binary file that only the base changed' },
  { real: 'b:0-1', brought: 'b*', back: true, why: 'a line of what was no text before' },
])('unseen, and the base went on by itself: $why, taken back: $back', ({ real, brought, back }) => {
  const shown = changes('a:0-3')
  expect(takesBack({ shown, real: changes(real), brought: changes(brought) })).toBe(back)
})
