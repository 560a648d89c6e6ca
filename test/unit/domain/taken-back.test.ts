import { expect, test } from 'vitest'
import { type FileChange, showsAll } from '../../../src/domain/taken-back.ts'

/** `a:3-5 9` is a change of file a: lines 4 and 5 are new, and after line 9 something went. `a+` changes its mode. */
function changes(text: string): FileChange[] {
  return text
    .split(', ')
    .filter(Boolean)
    .map(part => {
      const [, file = '', mode = '', spans = ''] = /^(\w+)(\+?):?(.*)$/.exec(part) ?? []
      const each = spans.split(' ').filter(Boolean)
      return { file, changesMode: mode === '+', spans: each.map(spanIn) }
    })
}

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
  { shown: 'a', real: 'a', all: true, why: 'a binary file that is shown' },
])('$why: $all', ({ shown, real, all }) => {
  expect(showsAll(changes(shown), changes(real))).toBe(all)
})
