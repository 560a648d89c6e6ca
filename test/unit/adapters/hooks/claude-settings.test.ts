import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withClaudeHook, withoutClaudeHook } from '../../../../src/adapters/hooks/claude-settings.ts'

const PATH = '.claude/settings.local.json'
const group = { matcher: '', hooks: [{ type: 'command', command: 'echo theirs' }] }

describe("Claude Code's settings", () => {
  test('keep everything else: order, unknown keys, other hooks, indentation', () => {
    const before = `${JSON.stringify({ z: 1, hooks: { Stop: [group], UserPromptSubmit: [group] }, a: [] }, null, '\t')}\n`
    const after = withClaudeHook(before, PATH)
    expect(after).toContain('\n\t"z": 1,')
    const settings = JSON.parse(after)
    expect(Object.keys(settings)).toEqual(['z', 'hooks', 'a'])
    expect(settings.hooks.Stop).toEqual([group])
    expect(settings.hooks.UserPromptSubmit).toHaveLength(2)
    expect(settings.hooks.UserPromptSubmit[0]).toEqual(group)
    expect(withClaudeHook(after, PATH)).toBe(after)
    expect(withoutClaudeHook(after, PATH)).toBe(before)
  })

  test('lose only our hook where somebody put theirs beside it', () => {
    const settings = JSON.parse(withClaudeHook(null, PATH))
    settings.hooks.UserPromptSubmit[0].hooks.push(group.hooks[0])
    const after = JSON.parse(withoutClaudeHook(JSON.stringify(settings), PATH))
    expect(after.hooks.UserPromptSubmit).toEqual([{ hooks: group.hooks }])
  })

  test.each([
    '',
    '{ half',
    '[]',
    'null',
    '"text"',
    '{"hooks":[]}',
    '{"hooks":"x"}',
    '{"hooks":{"UserPromptSubmit":"x"}}',
    '{"hooks":{"UserPromptSubmit":{}}}',
  ])('are refused when they are %j', text => {
    expect(() => withClaudeHook(text, PATH)).toThrow(expect.objectContaining({ code: 'E_SETTINGS' }))
  })

  test('whatever they are, install and uninstall leave them with the same meaning', () => {
    const settings = fc.dictionary(fc.string(), fc.jsonValue()).map(value => JSON.stringify(value))
    fc.assert(
      fc.property(settings, fc.constantFrom(2, 4, '\t', 0), (text, indent) => {
        const before = JSON.stringify(JSON.parse(text), null, indent)
        const after = withClaudeHook(before, PATH)
        expect(withClaudeHook(after, PATH)).toBe(after)
        expect(JSON.parse(withoutClaudeHook(after, PATH))).toEqual(JSON.parse(before))
      }),
    )
  })
})
