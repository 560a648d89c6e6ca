import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { WingmanError } from '../../../errors.ts'
import { findProgram, foldersOutside, isOutside } from '../../agents/find-program.ts'
import { namesIn as filesIn } from '../../store/files.ts'
import { type FileChange, isLink, plainChange, textAt } from '../file-change.ts'
import { hooksPlace } from '../hooks-path.ts'
import { planHooks } from '../plan-hooks.ts'
import { ALL_HOOKS, type GitHook, hookScript, isOurScript } from '../templates.ts'
import { withoutYamlBlocks } from '../yaml-block.ts'
import type { HookedRepository, Host } from './host.ts'
import { refuseToReplace } from './in-the-way.ts'
import { linesByHand, NAME, namesOurs, rcByHand } from './lefthook-entry.ts'
import { NotEditable } from './not-editable.ts'

/**
 * lefthook sets a foreign hook aside, but only where its config has that hook. So the gate is an entry of its config, and the
 * others only where they would be set aside: a start of lefthook costs a commit ten times what our stub does.
 */
export const lefthookHost: Host = {
  name: 'lefthook',
  detect: async ({ paths }) => configOf(paths.root) !== null,

  async plan(repository) {
    const { door, paths, known } = repository
    const entries = await hooksOfLefthook(repository)
    const stubs = { dir: join(paths.commonDir, 'wingman', 'hooks'), owner: 'git' } as const
    const others = ALL_HOOKS.filter(hook => !entries.includes(hook))
    return [
      await planConfig(repository, entries),
      await planScript(paths.root),
      ...(await planHooks(stubs, known, entries)),
      ...(await planHooks(await hooksPlace(door, paths), known, others)),
    ]
  },

  withoutOurs: withoutYamlBlocks,
  drops,

  async activation(repository) {
    const { door, paths } = repository
    const { dir } = await hooksPlace(door, paths)
    const entries = await hooksOfLefthook(repository)
    const standing = await Promise.all(entries.map(hook => isStubAt(join(dir, hook))))
    if (standing.every(Boolean) && (await readsOurs(paths.root, join(dir, 'pre-push')))) return null
    for (const hook of entries) await refuseToReplace(dir, hook, { name: 'lefthook', isStub })
    // It writes all of its stubs anew, keeps one at prepare-commit-msg, whatever the config says, and a note of what it has seen.
    const others = [...(await namesIn(paths.root, configOf(paths.root))), ...(await stubsIn(dir))]
    const hooks = [...new Set([...entries, 'prepare-commit-msg', ...others])].map(hook => join(dir, hook))
    return {
      ...(await program(paths.root)),
      makes: [...hooks, join(paths.commonDir, 'info/lefthook.checksum')],
    }
  },
}

/** In lefthook's own order; the first that is there counts. */
const CONFIGS = ['lefthook', '.lefthook', '.config/lefthook'].flatMap(name =>
  ['yml', 'yaml', 'json', 'jsonc', 'toml'].map(extension => `${name}.${extension}`),
)

const configOf = (root: string): string | null => CONFIGS.find(name => existsSync(join(root, name))) ?? null

/** The gate, and whatever lefthook runs itself: what its config names, a person's own beside it, and what is included by it. */
async function hooksOfLefthook({ door, paths }: HookedRepository): Promise<GitHook[]> {
  const { dir } = await hooksPlace(door, paths)
  const names = await Promise.all([configOf(paths.root), ...LOCAL].map(name => namesIn(paths.root, name)))
  const stands = await Promise.all(ALL_HOOKS.map(hook => isStubAt(join(dir, hook))))
  return ALL_HOOKS.filter((hook, at) => hook === 'pre-push' || names.flat().includes(hook) || stands[at])
}

/** At its next install, which a change of its config is enough for. What it made for our entry goes with that. */
async function drops(repository: HookedRepository): Promise<GitHook[]> {
  const { door, paths, known } = repository
  const { dir } = await hooksPlace(door, paths)
  const theirs = ALL_HOOKS.map(async hook => {
    const path = join(dir, hook)
    const made = known.find(entry => entry.isManagers && entry.path === path)
    return made ? isStub(made.before ?? '') : isStubAt(path)
  })
  const stands = await Promise.all(theirs)
  if (!stands.some(Boolean) && !(await isInstalled(paths.root))) return []
  const names = await theirNames(paths.root)
  return ALL_HOOKS.filter((hook, at) => names.includes(hook) || stands[at])
}

const isInstalled = (root: string): Promise<boolean> =>
  program(root).then(
    () => true,
    () => false,
  )

/** In a language that we do not read, whatever looks like the name of a hook. */
async function theirNames(root: string): Promise<string[]> {
  const name = configOf(root) ?? ''
  const text = isYaml(name) ? '' : ((await textAt(join(root, name))) ?? '')
  const names = await Promise.all([name, ...LOCAL].map(other => namesIn(root, other)))
  return [...names.flat(), ...ALL_HOOKS.filter(hook => text.includes(hook))]
}

const isYaml = (name: string): boolean => /ya?ml$/.test(name)

const LOCAL = ['lefthook-local', '.lefthook-local', '.config/lefthook-local'].flatMap(name => [
  `${name}.yml`,
  `${name}.yaml`,
])

async function namesIn(root: string, name: string | null): Promise<string[]> {
  const text = name === null || !isYaml(name) ? null : await textAt(join(root, name))
  if (text === null) return []
  const { hooksIn } = await yamlEditing()
  try {
    return hooksIn(withoutYamlBlocks(text))
  } catch {
    return [] // not ours to judge here
  }
}

const isStub = (text: string): boolean => text.includes('call_lefthook')
async function stubsIn(dir: string): Promise<string[]> {
  const names = (await filesIn(dir)).filter(name => !name.includes('.'))
  const stands = await Promise.all(names.map(name => isStubAt(join(dir, name))))
  return names.filter((_, at) => stands[at])
}

const isStubAt = async (path: string): Promise<boolean> => isStub((await textAt(path)) ?? '')

async function planConfig(repository: HookedRepository, hooks: GitHook[]): Promise<FileChange> {
  const { root } = repository.paths
  const path = join(root, configOf(root) ?? noConfig())
  const before = (await textAt(path)) ?? ''
  const rest = withoutYamlBlocks(before)
  // Somebody has added the lines that we asked for: then they are theirs.
  if (namesOurs(rest, 'pre-push')) return { ...plainChange(path, before, before), hooks, holdsOurs: true }
  const rc = await rcOf(root)
  const lasts = (await drops(repository)).length === 0
  const after = await edited({ root, path, hooks, rc, lasts }, before)
  return {
    ...plainChange(path, before, after),
    original: rest,
    note: `a marked entry is added${rc ? '' : RC_OF_THEIRS}`,
    hooks,
    holdsOurs: rest !== before,
  }
}

const RC_OF_THEIRS =
  '; where lefthook itself is missing pushes pass, unless your config says `assert_lefthook_installed: true`: your `rc` has the place of ours'

/**
 * What lefthook's stubs read in before they look for lefthook: our script, which sees to it that a push is asked about where it
 * is not found. Null where somebody has a file of their own there, or the name would not survive unquoted.
 */
async function rcOf(root: string): Promise<string | null> {
  const name = configOf(root) ?? ''
  const file = `${await scriptsFolder(root)}/pre-push/${NAME}`
  if (!/^[\w.-][\w./-]*$/.test(file)) return null
  const texts = await Promise.all([name, ...LOCAL].map(other => textAt(join(root, other))))
  const { rcIn } = await yamlEditing()
  const read = (text: string, at: number) =>
    at === 0 && !isYaml(name) ? rcByHand(text) : rcIn(withoutYamlBlocks(text))
  try {
    const taken = texts.map((text, at) => (text === null ? null : read(text, at)))
    return taken.every(rc => rc === null || rc === file) ? file : null
  } catch {
    return null // what cannot be read is refused elsewhere
  }
}

/** Where somebody has added our lines without that one, there is nothing to wait for. */
async function readsOurs(root: string, stub: string): Promise<boolean> {
  const name = configOf(root) ?? ''
  if (!isYaml(name) && rcByHand((await textAt(join(root, name))) ?? '') === null) return true
  const rc = await rcOf(root)
  return rc === null || ((await textAt(stub)) ?? '').includes(rc)
}

/** Beside the config and tracked with it: it starts the stub in whatever clone it finds itself. */
async function planScript(root: string): Promise<FileChange> {
  const path = join(root, await scriptsFolder(root), 'pre-push', NAME)
  const before = await textAt(path)
  // Git may have given it other line ends.
  const isOurs = before !== null && isOurScript(before.replaceAll('\r', ''))
  if (before !== null && !isOurs) throw taken(relative(root, path))
  return {
    ...plainChange(path, before, hookScript('lefthook.sh')),
    original: null,
    executable: true, // lefthook makes it so, which would be a change of a tracked file
    hooks: ['pre-push'],
    holdsOurs: isOurs,
  }
}

async function scriptsFolder(root: string): Promise<string> {
  const name = configOf(root) ?? ''
  if (!isYaml(name)) return '.lefthook'
  const { sourceDirOf } = await yamlEditing()
  const folder = sourceDirOf((await textAt(join(root, name))) ?? '')
  if (await isOutside(root, join(root, folder))) throw outside(name, folder)
  return folder
}

async function edited(by: ByHand, text: string): Promise<string> {
  const { path, hooks, rc } = by
  const refused = (why: string) => notEditable(by, why)
  if (await isLink(path)) throw refused('is a symbolic link')
  if (!isYaml(path)) throw refused('is not YAML')
  if (text.includes('\ufffd')) throw refused('is not in UTF-8')
  const { sharesInput, withEntries } = await yamlEditing()
  try {
    if (rc === null && sharesInput(withoutYamlBlocks(text))) throw refused(SHARED)
    return withEntries(text, hooks, rc)
  } catch (error) {
    if (error instanceof NotEditable) throw refused(error.message)
    throw error
  }
}

const SHARED =
  'has an `rc` of its own, and in `pre-push` entries with `use_stdin` in `parallel`, to which lefthook hands what is pushed in parts (take `parallel` or `rc` away)'

/** Loaded where there is a config to read: every command that looks at hooks would wait for a parser otherwise. */
const yamlEditing = () => import('./lefthook-config.ts')

/** The project's own, else the one on PATH. */
async function program(root: string): Promise<{ command: string[]; typed: string }> {
  const own = await findProgram('lefthook', [join(root, 'node_modules', '.bin')])
  if (own) return { command: [own, 'install'], typed: 'npx lefthook install' }
  const other = await findProgram('lefthook', await foldersOutside(root))
  if (other) return { command: [other, 'install'], typed: 'lefthook install' }
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `${configOf(root)} is here, but no lefthook that could run it. Nothing was written.`,
    hint: 'Install lefthook (`npm install` where it is a dependency), then run this again. Or let git run the hooks: `wingman install --host git`.',
  })
}

const taken = (file: string): WingmanError =>
  new WingmanError({
    code: 'E_INSTALL',
    message: `${file} is there already, and not of wingman. Nothing was written.`,
    hint: 'Give it another name, then run this again.',
  })

const outside = (file: string, folder: string): WingmanError =>
  new WingmanError({
    code: 'E_INSTALL',
    message: `${file} keeps its scripts in ${folder}, outside this repository. Nothing was written.`,
    hint: 'Give it a `source_dir` inside, then run this again.',
  })

function noConfig(): never {
  throw new WingmanError({
    code: 'E_INSTALL',
    message: 'lefthook has no config here, so it cannot run hooks. Nothing was written.',
    hint: 'Write a lefthook.yml (an empty one will do), then run this again. Or let git run them: `wingman install --host git`.',
  })
}

interface ByHand {
  root: string
  path: string
  hooks: readonly GitHook[]
  rc: string | null
  /** Whether ours would stay where git runs them. */
  lasts: boolean
}

function notEditable({ root, path, hooks, rc, lasts }: ByHand, why: string): WingmanError {
  const file = relative(root, path)
  const where = file.endsWith('.toml') && rc ? ' (`rc` above its first table)' : ''
  const orGit = lasts ? ' Or let git run the hooks: `wingman install --host git`.' : ''
  return new WingmanError({
    code: 'E_INSTALL',
    message: `${file} ${why}, so it was not touched. Nothing was written.`,
    hint: `Add these lines to it by hand${where}, then run this again.${orGit}\n\n${linesByHand(file, hooks, rc)}`,
  })
}
