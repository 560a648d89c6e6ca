import { expect, test } from 'vitest'
import { oneLine, plainText } from '../../../src/domain/plain-text.ts'

test.each([
  ['\x1b[1;31mred\x1b[0m', 'red'],
  ['\x1b]0;title\x07text', 'text'],
  ['\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['\x1bcreset \x9b31m\x00nul', 'reset 31mnul'],
])('%j', (text, plain) => expect(plainText(text)).toBe(plain))

test('hostile escapes are cleaned in one pass', () => {
  expect(plainText(`\x1b${';'.repeat(300_000)}`)).toHaveLength(299_999)
  expect(plainText('\x1b]'.repeat(150_000))).toBe('')
})

test('a title is one line of bounded length', () => {
  expect(oneLine('a\n  b\tc')).toBe('a b c')
  expect(oneLine('x'.repeat(1_000), 10)).toBe('xxxxxxxxx…')
})
