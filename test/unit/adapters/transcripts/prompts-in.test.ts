import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesFromEnd } from '../../../../src/adapters/transcripts/lines-from-end.ts'
import { PROMPT_LIMITS, promptsIn } from '../../../../src/adapters/transcripts/prompts-in.ts'
import { repositoryAt, temporaryFolder } from '../../../support/repository.ts'
import {
  claudeAnswer,
  claudeSaid,
  claudeToolResult,
  codexContext,
  codexSaid,
  codexSaidOlder,
} from '../../../support/transcripts.ts'

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`
const since = (minute: number) => new Date(at(minute))

function transcript(...lines: string[]): string {
  const path = join(temporaryFolder(), 'log.jsonl')
  writeFileSync(path, lines.map(line => `${line}\n`).join(''))
  return path
}

test('what was said to Claude Code, and nothing that it said, read or noted itself', () => {
  const path = transcript(
    JSON.stringify({ type: 'queue-operation', operation: 'enqueue', content: 'first', timestamp: at(1) }),
    claudeSaid('first', at(1)),
    claudeAnswer('of course, "user"', at(2)),
    claudeToolResult('the "user" table', at(3)),
    claudeSaid('Caveat: a note of its own', at(4), { isMeta: true }),
    claudeSaid('you are a subagent', at(4), { isSidechain: true }),
    claudeSaid('what was said before', at(4), { isCompactSummary: true }),
    claudeSaid('<command-name>/clear</command-name>', at(4)),
    claudeSaid('[Request interrupted by user]', at(4)),
    claudeSaid(
      [
        { type: 'text', text: '<system-reminder>be kind</system-reminder>' },
        { type: 'text', text: 'second' },
        { type: 'image', source: {} },
      ],
      at(5),
    ),
  )
  expect(promptsIn('claude', path, null)).toEqual(['first', 'second'])
})

test('what was said to Codex, as newer and as older ones note it', () => {
  const path = transcript(
    codexContext('<environment_context>', at(1)),
    codexContext('first', at(1)),
    codexSaidOlder('first', at(1)),
    codexContext('second', at(2)),
    codexSaid('second', at(2)),
    codexSaidOlder('second', at(2)),
  )
  expect(promptsIn('codex', path, null)).toEqual(['first', 'second'])
})

test('only what was said since', () => {
  const path = transcript(...[1, 2, 3, 4].map(minute => claudeSaid(`${minute}`, at(minute))))
  expect(promptsIn('claude', path, since(3))).toEqual(['3', '4'])
  expect(promptsIn('claude', path, since(5))).toEqual([])
})

test('secrets are masked before a long prompt is cut', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const long = `${'x'.repeat(PROMPT_LIMITS.each - 10)} ${secret} and ${'more '.repeat(9)}`
  const path = transcript(claudeSaid(`use ${secret}`, at(1)), claudeSaid(long, at(2)))
  const prompts = promptsIn('claude', path, null)
  expect(prompts.join('\n')).not.toMatch(/ghp_[a-z]/i)
  expect(prompts[1]).toHaveLength(PROMPT_LIMITS.each + ' […]'.length)
})

test('of many prompts the newest, and no more than there is room for', () => {
  const path = transcript(...[...Array(50).keys()].map(n => claudeSaid(`prompt ${n}`, at(n))))
  const prompts = promptsIn('claude', path, null)
  expect(prompts).toHaveLength(PROMPT_LIMITS.prompts)
  expect(prompts.at(-1)).toBe('prompt 49')
  const long = transcript(...[...Array(50).keys()].map(n => claudeSaid(`${n} ${'x'.repeat(1_500)}`, at(n))))
  expect(promptsIn('claude', long, null).join('').length).toBeLessThanOrEqual(PROMPT_LIMITS.all)
})

test.each([
  ['nothing', ''],
  ['half a line', '{"type":"user","message":{"content":"x'],
  ['no objects', '["user"]\n"user"\n1\nnull\n{"type":"user"}\n{"type":"user","message":"user"}\n'],
  ['other types', '{"type":"user","message":{"content":[1,null,"user",{"type":"text","text":7}]}}\n'],
  ['bytes', Buffer.from([0, 255, 10, 10, 254])],
])('a transcript of %s says nothing', (_, text) => {
  const path = join(temporaryFolder(), 'log.jsonl')
  writeFileSync(path, text)
  expect(promptsIn('claude', path, null)).toEqual([])
  expect(promptsIn('codex', path, null)).toEqual([])
})

test('a pipe or a folder in place of a transcript keeps nobody waiting', () => {
  const folder = temporaryFolder()
  repositoryAt(folder).run('mkfifo', ['pipe'])
  expect(promptsIn('claude', join(folder, 'pipe'), null)).toEqual([])
  expect(promptsIn('claude', folder, null)).toEqual([])
})

test('a line too long for anybody is passed over, and those around it are read', () => {
  const path = transcript(
    claudeSaid('before', at(1)),
    claudeToolResult('x'.repeat(3 * 1024 * 1024), at(2)),
    claudeSaid('after', at(3)),
  )
  expect(promptsIn('claude', path, null)).toEqual(['before', 'after'])
})

test('lines come whole and the last one first, wherever the chunks end', () => {
  const path = join(temporaryFolder(), 'log')
  const lengths = fc.array(fc.oneof(fc.nat(40), fc.integer({ min: 262_100, max: 262_200 })), { maxLength: 8 })
  fc.assert(
    fc.property(lengths, fc.boolean(), (of, ends) => {
      const lines = of.map((length, n) => `${n}${'é'.repeat(length / 2)}`)
      writeFileSync(path, lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))
      const read = [...linesFromEnd(path, Number.POSITIVE_INFINITY)].filter(Boolean)
      expect(read).toEqual(lines.reverse())
    }),
    { numRuns: 60 },
  )
})

test('no more than its end is read', () => {
  const path = transcript(...[...Array(1000).keys()].map(n => `line ${n}`))
  const read = [...linesFromEnd(path, 30)].filter(Boolean)
  expect(read).toEqual(['line 999', 'line 998', 'line 997'])
})
