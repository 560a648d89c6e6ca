import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WingmanError } from '../../../errors.ts'
import { type FileChange, isLink, plainChange, textAt } from '../file-change.ts'
import { hooksPlace } from '../hooks-path.ts'
import { planHooks } from '../plan-hooks.ts'
import { ALL_HOOKS } from '../templates.ts'
import type { HookedRepository, Host } from './host.ts'
import { refuseToReplace } from './in-the-way.ts'
import { commandFor, KEY, objectIn, withCommands, withoutCommands } from './simple-git-hooks-entry.ts'

/** simple-git-hooks deletes every hook that its config does not name, so all of ours are in there. */
export const simpleGitHooksHost: Host = {
  name: 'simple-git-hooks',
  detect: async ({ paths }) => (await configOf(paths.root)) !== null,

  async plan({ paths, known }) {
    const ours = join(paths.commonDir, 'wingman')
    const others = ALL_HOOKS.filter(hook => hook !== 'pre-push')
    return [
      await planConfig(paths.root),
      // As lines to be read in: what comes after them in the same script needs standard input too.
      ...(await planHooks({ dir: join(ours, 'sourced'), owner: 'husky' }, known, ['pre-push'])),
      ...(await planHooks({ dir: join(ours, 'hooks'), owner: 'git' }, known, others)),
    ]
  },

  withoutOurs: withoutCommands,

  /** Each time that it runs. */
  drops: async ({ paths }) => (isInstalled(paths.root) ? ALL_HOOKS : []),

  async activation(repository) {
    const { door, paths } = repository
    const { dir } = await hooksPlace(door, paths)
    const files = ALL_HOOKS.map(hook => join(dir, hook))
    if (await isInStep(repository, files)) return null
    for (const hook of ALL_HOOKS) await refuseToReplace(dir, hook, { name: KEY, isStub })
    if (!isInstalled(paths.root)) throw noProgram()
    return { command: [process.execPath, '-e', SET_UP], typed: 'npx simple-git-hooks', makes: files }
  },
}

const isInstalled = (root: string): boolean => existsSync(join(root, 'node_modules', KEY))

// Its command says that it failed, and leaves with 0.
const SET_UP = `require('${KEY}').setHooksFromConfig(process.cwd(), []).catch(trouble => { console.error(String(trouble)); process.exit(1) })`

/** In its own order; whatever comes first counts. */
const CONFIGS = ['cjs', 'js', 'mjs']
  .flatMap(extension => [`.${KEY}.${extension}`, `${KEY}.${extension}`])
  .sort()
  .concat([`.${KEY}.json`, `${KEY}.json`])

async function configOf(root: string): Promise<string | null> {
  const file = CONFIGS.find(name => existsSync(join(root, name)))
  if (file) return file
  const text = (await textAt(join(root, 'package.json'))) ?? ''
  return text.includes(`"${KEY}"`) && hasKey(text) ? 'package.json' : null
}

function hasKey(text: string): boolean {
  try {
    return objectIn(text).length > 0
  } catch {
    return false
  }
}

const isStub = (text: string): boolean => text.includes('SKIP_SIMPLE_GIT_HOOKS')

/** Whether the scripts are what the config is going to say. */
async function isInStep({ paths }: HookedRepository, files: readonly string[]): Promise<boolean> {
  const { after } = await planConfig(paths.root)
  const scripts = await Promise.all(files.map(textAt))
  return ALL_HOOKS.every((hook, at) => scripts[at]?.endsWith(`\n${wanted(after, hook)}`))
}

/** A config that is a program is taken at its word, as long as ours is what it says. */
function wanted(config: string, hook: (typeof ALL_HOOKS)[number]): string {
  try {
    const json = JSON.parse(config)
    return String((json[KEY] ?? json)[hook])
  } catch {
    return commandFor(hook)
  }
}

async function planConfig(root: string): Promise<FileChange> {
  const file = (await configOf(root)) ?? noConfig()
  const path = join(root, file)
  const before = (await textAt(path)) ?? ''
  const common = { hooks: ALL_HOOKS, holdsOurs: before.includes('wingman/sourced/pre-push') }
  if (!file.endsWith('.json')) {
    if (!common.holdsOurs) throw notEditable(file, 'is a program')
    return { ...plainChange(path, before, before), ...common }
  }
  if (await isLink(path)) throw notEditable(file, 'is a symbolic link')
  return {
    ...plainChange(path, before, edited(file, before)),
    original: withoutCommands(before),
    note: 'our command is put before yours',
    ...common,
  }
}

function edited(file: string, text: string): string {
  const why = whyNot(text)
  if (why) throw notEditable(file, why)
  return withCommands(text)
}

function whyNot(text: string): string | null {
  try {
    const json = JSON.parse(text)
    const config = json[KEY] ?? json
    if (typeof config !== 'object' || Array.isArray(config)) return `has \`${KEY}\` that is no object`
    const strange = ALL_HOOKS.find(hook => hook in config && typeof config[hook] !== 'string')
    return strange
      ? `has \`${strange}\` that is no command`
      : text.includes('\ufffd')
        ? 'is not in UTF-8'
        : null
  } catch {
    return 'is not JSON that we can read'
  }
}

function noProgram(): WingmanError {
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${KEY} is configured here, but not installed. Nothing was written.`,
    hint: `Type \`npm install\`, then run this again. Or let git run the hooks: \`wingman install --host git\`.`,
  })
}

function noConfig(): never {
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `${KEY} has no config here, so it cannot run hooks. Nothing was written.`,
    hint: `Give package.json a \`"${KEY}": {}\`, then run this again. Or let git run them: \`wingman install --host git\`.`,
  })
}

function notEditable(file: string, why: string): WingmanError {
  const lines = JSON.stringify(Object.fromEntries(ALL_HOOKS.map(hook => [hook, commandFor(hook)])), null, 2)
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${file} ${why}, so it was not touched. Nothing was written.`,
    hint: `Add these by hand, each followed by \`; \` and your own command for that hook; then run this again.\n\n${lines}`,
  })
}
