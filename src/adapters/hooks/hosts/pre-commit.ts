import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WingmanError } from '../../../errors.ts'
import { type FileChange, isLink, plainChange, textAt } from '../file-change.ts'
import { hooksPlace } from '../hooks-path.ts'
import type { StubMaker } from '../legacy.ts'
import { planHooks } from '../plan-hooks.ts'
import { withoutBlock } from '../templates.ts'
import { listBlockIn, withListBlock, withoutListBlock } from '../yaml-list-block.ts'
import type { HookedRepository, Host } from './host.ts'
import { entryLines, pushStage } from './pre-commit-entry.ts'
import { configOf, runner } from './pre-commit-here.ts'

/**
 * pre-commit and prek: the hooks are git's, where their stub stands as its `<hook>.legacy`. The entry in their config
 * only sees to it that a clone without them does not push past the gate: entries are told one ref, and no standard input.
 */
const stubHost = (name: StubMaker): Host => ({
  name,
  detect: async repository => (await runner(repository)) === name,

  async plan(repository) {
    const config = configOf(repository.paths.root)
    if (config === null) throw noConfig(name)
    const hooks = await planHooks(await hooksPlace(repository.door, repository.paths), repository.known)
    return [...hooks, ...(await planEntry(repository, config, name))]
  },

  withoutOurs: text => withoutListBlock(withoutBlock(text)),
})

export const preCommitHost = stubHost('pre-commit')
export const prekHost = stubHost('prek')

async function planEntry(
  { paths }: HookedRepository,
  config: string,
  name: StubMaker,
): Promise<FileChange[]> {
  const path = join(paths.root, config)
  const before = (await textAt(path)) ?? ''
  const block = listBlockIn(before)
  // Written by hand, where we could not.
  if (block === null && /\bid\s*[:=]\s*["']?wingman\b/.test(before)) return []
  // Without the person at hand no tracked file changes: neither of them runs anything while its config is not staged.
  if (block === null && process.env.npm_lifecycle_event === 'prepare') return []
  const lines = entryLines({
    stage: pushStage(block),
    isNpm: existsSync(join(paths.root, 'package.json')),
  })
  const isEditable = !config.endsWith('.toml') && !(await isLink(path))
  const after = isEditable ? await withListBlock(before, { list: 'repos', lines }) : null
  if (after === null) throw notEditable(config, name, lines)
  const isOurs = block !== null
  return [
    {
      ...plainChange(path, before, after),
      original: withoutListBlock(before),
      note: isOurs
        ? null
        : `an entry that holds a push where our hook is missing; \`git add\` it, or ${name} runs nothing`,
      holdsOurs: isOurs,
    },
  ]
}

function noConfig(name: StubMaker): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `There is no .pre-commit-config.yaml here, so ${name} runs no hooks. Nothing was written.`,
    hint: 'Let git run them: `wingman install --host git`.',
  })
}

function notEditable(config: string, name: StubMaker, lines: readonly string[]): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${config} is not written in a way that lines can be added to it safely. Nothing was written.`,
    hint: `Add this to its repos, then run this again:\n${lines.join('\n')}\nOr do without the entry: \`wingman install --host git\` works beside ${name}.`,
  })
}
