import { describe, expect, test } from 'vitest'
import { ruleIds, ruleSetDigestInput } from '../../../../src/adapters/reviewers/rules/index.ts'
import type { Facts } from '../../../../src/cli/init/facts.ts'
import { scaffold } from '../../../../src/cli/init/scaffold.ts'
import { readConfig } from '../../../../src/config/read.ts'
import { temporaryRepository } from '../../../support/repository.ts'

const both = [true, false]
const combinations = both.flatMap(npm =>
  both.flatMap(claude =>
    both.flatMap(types => both.flatMap(lint => both.map(tests => ({ npm, claude, types, lint, tests })))),
  ),
)

describe('the config that init writes', () => {
  test.each(combinations)('loads: %o', async found => {
    const config = await load(factsOf(found))
    const loops = config?.loops.map(loop => loop.name)
    expect(loops).toEqual([
      'basics',
      ...(found.claude ? ['standards', 'security'] : []),
      ...(found.tests ? ['integration'] : []),
    ])
    expect(config?.loops[0]?.reviewers.map(reviewer => reviewer.name)).toEqual([
      'rules',
      ...(found.types ? ['types'] : []),
      ...(found.lint ? ['lint'] : []),
    ])
  })

  test.each(['codex', 'gemini', 'opencode', 'copilot', 'cursor'])(
    '%s reviews where it is all there is',
    async agent => {
      const found = { npm: true, claude: false, types: false, lint: false, tests: false }
      const config = await load({ ...factsOf(found), agents: [agent] })
      expect(config?.models).toMatchObject([{ name: 'fast', agent, model: null }])
      expect(config?.loops.map(loop => loop.name)).toEqual(['basics', 'standards', 'security'])
    },
  )

  test("survives a script's quotes and a branch's odd name", async () => {
    const facts = factsOf({ npm: true, claude: false, types: true, lint: false, tests: false })
    const odd = { ...facts, defaultBranch: "it's/*/main", scripts: { ...facts.scripts, types: "a 'b' \\c" } }
    expect((await load(odd))?.loops[0]?.reviewers[1]).toMatchObject({ run: "a 'b' \\c" })
    expect(await load({ ...odd, packageManager: null })).not.toBeNull()
  })
})

async function load(facts: Facts) {
  const repository = temporaryRepository()
  const { file, text } = scaffold(facts)
  repository.write({ [file]: text })
  return (await readConfig({ root: repository.dir, ruleSet: ruleSetDigestInput(), ruleIds })).config
}

function factsOf(found: (typeof combinations)[number]): Facts {
  const script = (is: boolean, name: string) => (is ? `npm run -s ${name}` : null)
  return {
    config: null,
    defaultBranch: 'main',
    packageManager: found.npm ? 'npm' : null,
    scripts: {
      types: script(found.types, 'typecheck'),
      lint: script(found.lint, 'lint'),
      tests: script(found.tests, 'test'),
    },
    agents: found.claude ? ['claude'] : [],
    hookManager: null,
    isDependency: true,
  }
}
