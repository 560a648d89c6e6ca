import { describe, expect, it } from 'vitest'
import { splitCode } from '../../../../../src/adapters/reviewers/rules/split-code.ts'
import { SYNTAX } from '../../../../../src/adapters/reviewers/rules/syntax.ts'
import type { Language } from '../../../../../src/domain/language.ts'

const split = (language: Language, ...lines: string[]) => splitCode(lines, SYNTAX[language])
const code = (language: Language, ...lines: string[]) =>
  split(language, ...lines).map(line => line.code.replace(/\s+/g, ' ').trim())

describe('code without strings and comments', () => {
  it.each<[string, Language, string, string]>([
    ['a string', 'javascript', `f('debugger', "x")`, `f(' ', " ")`],
    ['an escaped quote', 'javascript', String.raw`f('it\'s // no') // yes`, `f(' ')`],
    ['a comment to the end of the line', 'go', 'x := 1 // y', 'x := 1'],
    ['a comment within the line', 'c', 'a /* b */ c', 'a c'],
    ['a hash', 'python', 'x = "#" # y', 'x = " "'],
    ['a quote that never ends', 'javascript', `don't`, `don'`],
    ['a raw string of Go with a backslash', 'go', 'a := `\\` + b', 'a := ` ` + b'],
    ['a lifetime of Rust', 'rust', `fn f<'a>(x: &'a str) {} // y`, `fn f<'a>(x: &'a str) {}`],
  ])('blanks %s', (_, language, line, expected) => {
    expect(code(language, line)).toEqual([expected])
  })

  it('keeps the columns', () => {
    const line = `a('b') /* c */ d`
    expect(split('javascript', line)[0]?.code).toHaveLength(line.length)
  })

  it('follows strings and comments over lines', () => {
    expect(code('javascript', '`a', 'b` c', '/* d', 'e */ f')).toEqual(['`', '` c', '', 'f'])
    expect(code('python', '"""a', "b'", 'c""" + d')).toEqual(['"""', '', '""" + d'])
  })

  it('ends a plain string with its line', () => {
    expect(code('javascript', "it's", 'code')).toEqual(["it'", 'code'])
  })

  it('takes a line that begins with a star for a comment, since the hunk may begin inside one', () => {
    expect(split('javascript', ' * debugger')).toEqual([{ code: '', comment: ' debugger' }])
  })
})

it('hands over what the comments say', () => {
  expect(split('javascript', 'a /* b */ // c')[0]?.comment.trim()).toMatch(/^b +c$/)
})
