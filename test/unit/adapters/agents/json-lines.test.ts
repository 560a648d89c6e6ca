import { expect, test } from 'vitest'
import { eventIn, lineSplitter } from '../../../../src/adapters/agents/json-lines.ts'

function linesOf(chunks: string[], longest?: number): string[] {
  const lines: string[] = []
  const splitter = lineSplitter(line => lines.push(line), longest)
  for (const chunk of chunks) splitter.add(Buffer.from(chunk))
  splitter.end()
  return lines
}

test('a line may come in pieces, and the last one without an end', () => {
  expect(linesOf(['{"a"', ':1}\n{"b', '":2}\n', '\n{"c":3}'])).toEqual(['{"a":1}', '{"b":2}', '{"c":3}'])
})

test('a character may be cut in two', () => {
  const [first, second] = [Buffer.from('é\n').subarray(0, 1), Buffer.from('é\n').subarray(1)]
  const lines: string[] = []
  const splitter = lineSplitter(line => lines.push(line))
  splitter.add(first)
  splitter.add(second)
  expect(lines).toEqual(['é'])
})

test('a line that is longer than any answer is let go, and the next one is heard', () => {
  expect(linesOf(['aaaa', 'aaaa', 'aaa\nshort\n'], 10)).toEqual(['short'])
})

test.each(['', 'A banner!', '{half', '[1]', 'null', '"{}"'])('%j is no event', line => {
  expect(eventIn(line)).toBeNull()
})
