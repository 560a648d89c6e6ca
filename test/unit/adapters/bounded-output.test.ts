import { expect, test } from 'vitest'
import { boundedOutput } from '../../../src/adapters/bounded-output.ts'

function kept(chunks: string[], limit: number): string {
  const output = boundedOutput(limit)
  for (const chunk of chunks) output.add(Buffer.from(chunk))
  return output.text()
}

test('what fits is kept as it came', () => {
  expect(kept(['ab', 'cd', 'ef'], 6)).toBe('abcdef')
  expect(kept([], 6)).toBe('')
})

test('what does not fit loses whole lines from its middle', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}\n`)
  const text = kept(lines, 60)
  expect(text).toBe(kept([lines.join('')], 60))
  expect(text).toMatch(
    /^line 0\nline 1\n.*\n\[… \d+ bytes of output are not kept …\]\nline 9\d\n.*line 99\n$/s,
  )
})

test('the count is exact', () => {
  const text = kept(['0123456789\n'.repeat(100)], 110)
  const count = Number(/(\d+) bytes/.exec(text)?.[1])
  expect(count + text.replace(/\[.*\]\n/, '').length).toBe(1_100)
})
