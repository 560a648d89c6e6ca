import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { afterAll, describe, expect, test } from 'vitest'
import type { AgentSettings } from '../../../../../src/adapters/hooks/agents/agent-settings.ts'
import { AGENT_SETTINGS, allSettings } from '../../../../../src/adapters/hooks/agents/index.ts'
import { applyChange, plainChange, textAt } from '../../../../../src/adapters/hooks/file-change.ts'
import { readManifest, remember, restore } from '../../../../../src/adapters/hooks/manifest.ts'

const { opencode, ...inJson } = AGENT_SETTINGS
const jsonAgents = Object.values<AgentSettings>(inJson).map(agent => [agent.name, agent] as const)

const folder = mkdtempSync(join(tmpdir(), 'wingman-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Odd, and valid where comments are. */
const ODD: Record<string, string> = {
  'nothing at all': '{}',
  'white space in between': '{ \n\n }\n',
  'only a comment': '{\n  // mine, and nothing else\n}\n',
  'a comment in the hooks': '{ "hooks": { /* later */ } }',
  'hooks that are empty': '{ "hooks": {} }',
  'a list that is empty': '{"hooks":{"Stop":[],"stop":[],"agentStop":[],"AfterAgent":[ ]}}',
  'a comma at the end': '{\n  "a": 1,\n}\n',
  'a comma at the end of a list':
    '{ "hooks": { "Stop": [ { "hooks": [] }, ], "stop": [{"command":"x"},], }, }',
  'a comment behind the last': '{\n  "a": 1 // about a\n}\n',
  'a comment before the comma': '{\n  "a": 1 /* about a */,\n  "b": [1, /* two */ 2]\n}\n',
  'a comment between name and value': '{ "a": // why\n 1 }',
  'tabs and no end of line': '{\n\t"a": {\n\t\t"b": true\n\t}\n}',
  'as Windows ends lines': '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "Other": []\r\n  }\r\n}\r\n',
  'one line': '{"a":1,"hooks":{"Other":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  'names that are odd': '{"__proto__":{"a":1},"constructor":2,"":3,"hooks ":4,"0":5}',
  'names that are escaped': '{"\\u0061":"\\ud83d\\ude00 \\/ \\"","b":"é🙂"}',
  'numbers that no one writes': '{"a":1e400,"b":-0,"c":1.0,"d":12345678901234567890}',
  'theirs at the same event':
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "echo" }] }\n    ],\n    "stop": [\n      { "command": "echo" }\n    ]\n  }\n}\n',
  'deep below another name': '{"x":{"hooks":{"Stop":"not ours to read"}}}',
  'nothing but white space': ' \n',
}

/** What cannot be told apart is not touched. */
const REFUSED = [
  '{ half',
  '[]',
  'null',
  '"text"',
  '{"hooks":[]}',
  '{"hooks":"x"}',
  '{"hooks":null}',
  '{"hooks":{},"hooks":{}}',
  '{"hooks":{"a":[],"a":[]}}',
]

describe.each(jsonAgents)('the settings of %s', (_, agent) => {
  test.each(Object.entries(ODD))('with %s keep everything, and come back', async (_, text) => {
    const after = agent.withOurs(text, agent.own)
    expect(agent.lacking(after)).toEqual([])
    expect(agent.withOurs(after, agent.own)).toBe(after)
    expect(withoutHooks(after)).toEqual(withoutHooks(text))
    for (const comment of text.match(/\/\*.*?\*\/|\/\/.*/g) ?? []) expect(after).toContain(comment)
    expect(meaning(agent.withoutOurs(after))).toEqual(meaning(text))
    expect(await installedAndTakenBack(agent, text)).toBe(text)
  })

  test.each(REFUSED)('that read %s are refused, and taken for nobody’s', text => {
    expect(() => agent.withOurs(text, agent.own)).toThrow(expect.objectContaining({ code: 'E_SETTINGS' }))
    expect(agent.withoutOurs(text)).toBe(text)
  })

  test('made by us hold nothing but ours, and go', async () => {
    const text = agent.withOurs(null, agent.own)
    expect(agent.lacking(text)).toEqual([])
    expect(withoutHooks(agent.withoutOurs(text))).toEqual(withoutHooks(text))
    expect(text).not.toMatch(/npx|\/home|[A-Z]:\\/)
  })

  test('an event that an older version did not know is added, and what is there stays as it is', () => {
    const events = agent.lacking('{}')
    const text = agent.withOurs(null, agent.own)
    const older = JSON.parse(text)
    delete older.hooks[events[0] ?? '']
    const edited = JSON.stringify(older).replace(/"timeout\w*":\d+/, '"x":1')
    expect(agent.lacking(edited)).toEqual([events[0]])
    const renewed = agent.withOurs(edited, agent.own)
    expect(agent.lacking(renewed)).toEqual([])
    expect(JSON.stringify(JSON.parse(renewed).hooks)).toContain('"x":1')
  })

  test('lose only our hook where somebody put theirs beside it', () => {
    const settings = JSON.parse(agent.withOurs(null, agent.own))
    for (const list of Object.values<Record<string, unknown>[]>(settings.hooks))
      (list[0]?.hooks ? (list[0].hooks as unknown[]) : list).push({ command: 'echo theirs' })
    const left = JSON.parse(agent.withoutOurs(JSON.stringify(settings, null, 2)))
    for (const list of Object.values<Record<string, unknown>[]>(left.hooks))
      expect(list[0]?.hooks ?? list).toEqual([{ command: 'echo theirs' }])
  })

  test('whatever they are, come back byte for byte', async () => {
    const hook = fc.record({ type: fc.constant('command'), command: fc.string() })
    const lists = fc.array(
      fc.oneof(hook, fc.record({ matcher: fc.string(), hooks: fc.array(hook) }), fc.jsonValue()),
    )
    const names = fc.constantFrom(...agent.lacking('{}'), 'Other', '__proto__', '')
    const hooks = fc.dictionary(names, lists, { noNullPrototype: true })
    const others = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true, maxKeys: 4 })
    const layout = fc.tuple(
      fc.constantFrom(0, 1, 2, 4, '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\n', ' '),
    )
    await fc.assert(
      fc.asyncProperty(others, fc.option(hooks), layout, async (rest, found, [indent, eol, end]) => {
        const value = { ...without(rest, 'hooks'), ...(found && { hooks: found }) }
        const text = JSON.stringify(value, null, indent).replaceAll('\n', eol) + end
        const after = agent.withOurs(text, agent.own)
        expect(agent.withOurs(after, agent.own)).toBe(after)
        expect(agent.lacking(after)).toEqual([])
        expect(meaning(agent.withoutOurs(after))).toEqual(meaning(text))
        expect(await installedAndTakenBack(agent, text)).toBe(text)
        // Somebody adds something of theirs meanwhile.
        const edited = after.replace('{', '{ "added since": [1],')
        const taken = JSON.parse(agent.withoutOurs(edited))
        expect(taken['added since']).toEqual([1])
        expect(agent.lacking(agent.withoutOurs(edited))).toEqual(agent.lacking('{}'))
      }),
      { numRuns: 40 },
    )
  })
})

test("opencode's plugin is a file of ours: one of theirs by that name is refused, and ours goes", async () => {
  expect(() => opencode.withOurs('export const Mine = 1\n', opencode.own)).toThrow(
    expect.objectContaining({ code: 'E_SETTINGS' }),
  )
  expect(opencode.withoutOurs('export const Mine = 1\n')).toBe('export const Mine = 1\n')
  const text = opencode.withOurs(null, opencode.own)
  expect(opencode.lacking(text)).toEqual([])
  expect(opencode.withoutOurs(text)).toBe('')
  expect(opencode.withOurs(text, opencode.own)).toBe(text)
})

test('every agent has its own files, and none of another', () => {
  const files = allSettings().flatMap(({ own, team }) => [...new Set([own, team])])
  expect(new Set(files).size).toBe(files.length)
})

async function installedAndTakenBack(agent: AgentSettings, text: string): Promise<string> {
  const [path, manifest] = [join(folder, 'settings.json'), join(folder, 'installed.json')]
  writeFileSync(path, text)
  rmSync(manifest, { force: true })
  for (let time = 0; time < 2; time += 1) {
    const before = await textAt(path)
    const change = {
      ...plainChange(path, before, agent.withOurs(before, agent.own)),
      original: before === null ? null : agent.withoutOurs(before),
    }
    await remember(manifest, [change])
    await applyChange(change)
  }
  for (const entry of await readManifest(manifest)) expect(await restore(entry)).toBe('restored')
  return readFileSync(path, 'utf8')
}

/** But for lists and hooks with nothing in them, which mean nothing. */
function meaning(text: string): unknown {
  const value = parse(text.trim() || '{}', [], { allowTrailingComma: true })
  const hooks = Object.entries(value.hooks ?? {}).filter(
    ([, list]) => !(Array.isArray(list) && list.length === 0),
  )
  const { version: _, ...rest } = without(value, 'hooks')
  return hooks.length > 0 ? { ...rest, hooks: Object.fromEntries(hooks) } : rest
}

const withoutHooks = (text: string) =>
  without(parse(text.trim() || '{}', [], { allowTrailingComma: true }), 'hooks', 'version')

const without = (value: Record<string, unknown>, ...names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
