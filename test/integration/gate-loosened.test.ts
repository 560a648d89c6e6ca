import { describe, expect, test } from 'vitest'
import { CLEAN, commitReviewed, commitUnseen, gatedRepository, pushes } from '../support/gate-scenes.ts'
import { RULES_ONLY, type WingmanRepository } from '../support/wingman.ts'

const CONFIG = 'wingman.config.yaml'

async function pushOf(files: Record<string, string>, ...args: string[]) {
  const repository = gatedRepository(RULES_ONLY)
  await commitReviewed(repository, files)
  return { repository, pushed: repository.push(...args) }
}

const remove = (repository: WingmanRepository, path: string) => repository.git('rm', '-q', path)

describe('a push that makes the review ask for less is held for a person', () => {
  test.each([
    ['the gate is gone', 'loops:\n  basics:\n    reviewers: [rules]\n', 'the gate ship is gone'],
    ['it only warns', `${RULES_ONLY}    mode: warn\n`, 'the gate ship only warns'],
    ['it is switched off', `${RULES_ONLY}enabled: false\n`, 'the config is switched off'],
    [
      'files are ignored',
      `${RULES_ONLY}context: { ignore: ['src/**'] }\n`,
      '`src/**` is no longer shown to anybody',
    ],
    [
      'a rule is off',
      `${RULES_ONLY}reviewers: { rules: { rules: { debugger-statement: off } } }\n`,
      'debugger-statement as off',
    ],
  ])('%s', async (_, config, words) => {
    const { pushed } = await pushOf({ [CONFIG]: config, 'a.js': CLEAN })
    expect(pushed.status, pushed.output).not.toBe(0)
    expect(pushed.stderr).toContain('what is pushed makes the review ask for less')
    expect(pushed.stderr).toContain(words)
    expect(pushed.stderr).toMatch(/gate allow \S+ --reason/)
  })

  test('the config is removed, while the tree has one', () => {
    const repository = gatedRepository(RULES_ONLY)
    remove(repository, CONFIG)
    commitUnseen(repository, { 'a.js': CLEAN })
    repository.write({ [CONFIG]: RULES_ONLY })
    const held = repository.push()
    expect(held.status, held.output).not.toBe(0)
    expect(held.stderr).toContain('the config is removed')
  })
})

test('one that asks for more, or for the same in other words, goes by its review', async () => {
  const { repository, pushed } = await pushOf({ [CONFIG]: `# the same\n${RULES_ONLY}`, 'a.js': CLEAN })
  expect(pushed.status, pushed.output).toBe(0)
  await commitReviewed(repository, {
    [CONFIG]: RULES_ONLY.replace('[rules]', '[rules]\n    failOn: warning'),
  })
  pushes(repository)
})
