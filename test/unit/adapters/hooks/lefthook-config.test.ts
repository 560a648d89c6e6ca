import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { withEntries } from '../../../../src/adapters/hooks/hosts/lefthook-config.ts'
import { linesByHand, rcByHand } from '../../../../src/adapters/hooks/hosts/lefthook-entry.ts'
import { NotEditable } from '../../../../src/adapters/hooks/hosts/not-editable.ts'
import { withoutYamlBlocks } from '../../../../src/adapters/hooks/yaml-block.ts'

const PUSH = ['pre-push'] as const

describe('an entry for lefthook', () => {
  const commands = { lint: { run: 'x' } }
  const jobs = [{ run: 'x' }]
  const ours = expect.objectContaining({
    runner: 'sh',
    use_stdin: true,
    args: expect.stringContaining('{1}\n{2}\n'),
  })
  const rows: Record<string, [text: string, hook: unknown]> = {
    'an empty file': ['', { scripts: { wingman: ours } }],
    'only comments': ['# hello\n#  pre-push:\n', { scripts: { wingman: ours } }],
    'other hooks': ['pre-commit:\n  commands:\n    a:\n      run: x\n', { scripts: { wingman: ours } }],
    'no newline at the end': ['pre-commit:\n  parallel: true', { scripts: { wingman: ours } }],
    'commands of theirs': [
      'pre-push:\n  commands:\n    # about lint\n    lint:\n      run: x\n',
      { scripts: { wingman: ours }, commands },
    ],
    'commands, indented by four and commented': [
      'pre-push: # before a push\n    parallel: true # both\n    commands: # all\n          lint:\n                run: x # now\n',
      { parallel: true, scripts: { wingman: ours }, commands },
    ],
    'jobs of theirs': ['pre-push:\n  jobs:\n    - run: x\n', { jobs: [ours, ...jobs] }],
    'jobs that are not indented': ['pre-push:\n  jobs:\n  - run: x\n', { jobs: [ours, ...jobs] }],
    'jobs and commands': [
      'pre-push:\n  commands:\n    lint:\n      run: x\n  jobs:\n    - run: x\n',
      { commands, jobs: [ours, ...jobs] },
    ],
    'a hook with scripts': [
      'pre-push:\n  scripts:\n    a.sh:\n      runner: sh\n',
      { scripts: { wingman: ours, 'a.sh': { runner: 'sh' } } },
    ],
    'a hook with nothing in it': ['pre-push:\npre-commit:\n', { scripts: { wingman: ours } }],
    'a hook with nothing in it, without a newline': ['pre-push:', { scripts: { wingman: ours } }],
    'no scripts yet': ['pre-push:\n  scripts:\n', { scripts: { wingman: ours } }],
    'no jobs yet': ['pre-push:\n  jobs:\n', { jobs: [ours] }],
    'everything indented': ['  pre-commit:\n    parallel: true\n', { scripts: { wingman: ours } }],
    'a quoted name': [
      '"pre-push":\n  commands:\n    lint:\n      run: x\n',
      { scripts: { wingman: ours }, commands },
    ],
    'a text that ends in blank lines': [
      'pre-commit:\n  jobs:\n    - run: |+\n        x\n\n\n',
      { scripts: { wingman: ours } },
    ],
    'a marker at the start': ['---\npre-commit:\n  parallel: true\n', { scripts: { wingman: ours } }],
  }
  test.each(Object.entries(rows))('%s', (_, [text, hook]) => {
    for (const config of [text, text.replaceAll('\n', '\r\n')]) {
      const after = withEntries(config, PUSH)
      const { 'pre-push': now, ...others } = parse(after)
      expect(now).toEqual(hook)
      const { 'pre-push': _before, ...same } = parse(config) ?? {}
      expect(others).toEqual(same)
      expect(withEntries(after, PUSH)).toBe(after)
      expect(withoutYamlBlocks(after)).toBe(config)
      expect(/[^\r]\n/.test(after) && after.includes('\r\n')).toBe(false)
    }
  })

  const refused: Record<string, string> = {
    'a flow map': '{ pre-commit: {} }\n',
    'a hook in one line': 'pre-push: { commands: { lint: { run: x } } }\n',
    'scripts in one line': 'pre-push:\n  scripts: { lint: { runner: x } }\n',
    'jobs in one line': 'pre-push:\n  jobs: [{ run: x }]\n',
    'a hook that is shared': 'pre-push: &shared\n  commands:\n    lint:\n      run: x\npre-commit: *shared\n',
    'a hook that is another': 'pre-commit: &shared\n  parallel: true\npre-push: *shared\n',
    'a hook that is merged': 'pre-commit: &shared\n  parallel: true\npre-push:\n  <<: *shared\n',
    'no YAML': 'pre-push: [\n',
    'a list': '- a\n',
    'two documents': 'a: 1\n---\nb: 2\n',
    'an end of the document': 'a: 1\n...\n',
    'an entry of that name': 'pre-push:\n  scripts:\n    wingman:\n      runner: x\n',
    'a tab': 'pre-push:\n\tcommands:\n',
    ...Object.fromEntries(
      ['skip: [merge]', 'only: [{ ref: main }]', 'files: git diff', 'exclude: ["*.md"]'].map(condition => [
        `a condition for the whole hook: ${condition}`,
        `pre-push:\n  ${condition}\n  commands:\n    lint:\n      run: x\n`,
      ]),
    ),
  }
  test.each(Object.entries(refused))('is refused: %s', (_, text) => {
    expect(() => withEntries(text, PUSH)).toThrow(NotEditable)
  })

  test('a condition that was added later is noticed', () => {
    const after = withEntries('pre-push:\n  commands:\n    lint:\n      run: x\n', PUSH)
    expect(() => withEntries(after.replace('pre-push:\n', 'pre-push:\n  skip: true\n'), PUSH)).toThrow(
      /past the gate/,
    )
  })

  test('an older block is replaced where it stands, also when something was added below it', () => {
    const now = withEntries('a: 1\n', PUSH)
    const older = now.replace('runner: sh', 'runner: dash')
    expect(older).not.toBe(now)
    expect(withEntries(`${older}b: 2\n`, PUSH)).toBe(`${now}b: 2\n`)
  })

  test('a hook that somebody adds beside ours since: ours moves into theirs', () => {
    const after = withEntries(`${withEntries('a: 1\n', PUSH)}pre-push:\n  jobs:\n    - run: x\n`, PUSH)
    expect(parse(after)).toMatchObject({ a: 1, 'pre-push': { jobs: [{ name: 'wingman' }, { run: 'x' }] } })
  })

  test('every hook that is asked for, and all of it goes again', () => {
    const text = 'post-commit:\n  jobs:\n  - run: x\npre-push:\n  commands:\n    a:\n      run: x'
    const after = withEntries(text, ['post-commit', 'post-merge', 'pre-push'])
    expect(Object.keys(parse(after)).sort()).toEqual(['post-commit', 'post-merge', 'pre-push'])
    expect(withoutYamlBlocks(after)).toBe(text)
  })

  test('lines to add by hand are in the language of the file', () => {
    const both = ['pre-push', 'post-commit'] as const
    for (const rc of ['.lefthook/pre-push/wingman', null]) {
      const json = linesByHand('lefthook.json', both, rc)
      expect(parse(linesByHand('lefthook.yml', both, rc))).toEqual(JSON.parse(json))
      expect(rcByHand(json)).toBe(rc)
    }
    const toml = linesByHand('lefthook.toml', PUSH, '.lefthook/pre-push/wingman')
    expect(rcByHand(`# first\n${toml}`)).toBe('.lefthook/pre-push/wingman')
    // Asked by way of `rc`, the script needs nothing of what entries share.
    expect(toml).toMatch(
      /^rc = ".lefthook\/pre-push\/wingman"\n\n\[pre-push.scripts.wingman\]\nrunner = "sh"\nargs = '''\n/,
    )
    expect(linesByHand('lefthook.toml', PUSH, null)).toMatch(
      /^\[pre-push.scripts.wingman\]\nrunner = "sh"\nuse_stdin = true\nargs = '''\n/,
    )
  })
})

test('whatever lines a config is made of, taking ours out gives its bytes back', () => {
  const hook = fc.constantFrom('pre-push', 'pre-commit', 'post-commit', 'output')
  const eol = fc.constantFrom('\n', '\r\n')
  const body = fc.constantFrom(
    ['  parallel: true'],
    ['  commands:', '    # a comment', '    lint:', '      run: "true"', ''],
    ['   jobs:', '   - run: |', '       one', '', '       two'],
    ['  commands:'],
    [],
  )
  const section = fc.tuple(hook, body, fc.constantFrom('', ' # why'))
  const config = fc.tuple(
    fc.uniqueArray(section, { selector: ([name]) => name, maxLength: 4 }),
    eol,
    fc.constantFrom('', '# the end', 'END'),
    fc.boolean(),
  )
  fc.assert(
    fc.property(
      config,
      fc.subarray(['post-commit', 'pre-push'] as const, { minLength: 1 }),
      (parts, hooks) => {
        const [sections, end, last, closed] = parts
        const lines = sections.flatMap(([name, rest, comment]) => [`${name}:${comment}`, ...rest])
        const text =
          [...lines, ...(last === '# the end' ? [last] : [])].join(end) + (closed && lines.length ? end : '')
        const after = withEntries(text, hooks)
        expect(withoutYamlBlocks(after)).toBe(text)
        expect(withEntries(after, hooks)).toBe(after)
        for (const name of hooks)
          expect(JSON.stringify(parse(after)[name])).toContain(
            name === 'pre-push' ? 'wingman-end' : `wingman/hooks/${name}`,
          )
      },
    ),
  )
})
