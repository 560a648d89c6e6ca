import {
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { ALL_HOOKS, type GitHook } from '../templates.ts'
import { columnOf, insertBlock, nextLine, renewBlocks, withoutYamlBlocks } from '../yaml-block.ts'
import { NAME, namesOurs, sectionFor, yamlEntry, yamlHook, yamlSection } from './lefthook-entry.ts'
import { NotEditable } from './not-editable.ts'

/** The hooks that a config names. */
export const hooksIn = (text: string): string[] => (rootOf(text)?.items ?? []).map(nameOf)

/** Where scripts are looked for, from the root of the repository. */
export function sourceDirOf(text: string): string {
  const value = rootOf(text)?.get('source_dir')
  return typeof value === 'string' ? value : '.lefthook'
}

/** The file that a config has read into lefthook's stubs. */
export function rcIn(text: string): string | null {
  const root = rootOf(text)
  return root?.has('rc') ? String(root.get('rc')) : null
}

/** Whether entries of pre-push that run side by side read what git says of the push: lefthook hands each a part of it. */
export function sharesInput(text: string): boolean {
  const hook = parseDocument(text).toJS()?.['pre-push']
  return hook?.parallel === true && JSON.stringify(hook).includes('"use_stdin":true')
}

/** A config with our entries in it, those that it has where they stand, others where that hook's own ones do. */
export function withEntries(text: string, hooks: readonly GitHook[], rc: string | null = null): string {
  try {
    return adding(
      renewBlocks(text, lines => renewed(lines, rc)),
      hooks,
      rc,
    )
  } catch {
    // What was written around ours since may want them elsewhere, or is what cannot be edited.
    return adding(withoutYamlBlocks(text), hooks, rc)
  }
}

function adding(text: string, hooks: readonly GitHook[], rc: string | null): string {
  const missing = hooks.filter(hook => !namesOurs(text, hook))
  const after = withRc(
    missing.reduce((left, hook) => withEntry(left, hook, rc), text),
    rc,
  )
  rootOf(after) // a file that lefthook could not read would hold every push
  refuseConditions(collectionOf(named(rootOf(after), 'pre-push'), isMap))
  return after
}

function withRc(text: string, rc: string | null): string {
  if (rc === null || rcIn(text) !== null) return text
  return insertBlock(text, text.length, indented([`rc: ${rc}`], columnIn(text, rootOf(text))))
}

function renewed(lines: string[], rc: string | null): string[] {
  if (lines[0]?.startsWith('rc: ')) return lines
  const hook = ALL_HOOKS.find(name => namesOurs(lines.join('\n'), name))
  if (!hook) throw new NotEditable('has marks of ours around something else')
  if (lines[0] === `${NAME}:`) return yamlEntry(hook, sectionFor(hook), rc)
  if (lines[0]?.startsWith('- ')) return yamlEntry(hook, 'jobs', rc)
  return lines[0] === `${sectionFor(hook)}:` ? yamlSection(hook, rc) : yamlHook(hook, rc)
}

function withEntry(text: string, hook: GitHook, rc: string | null): string {
  const root = rootOf(text)
  const pair = root?.items.find(item => nameOf(item) === hook)
  if (!pair) return insertBlock(text, text.length, indented(yamlHook(hook, rc), columnIn(text, root)))
  const held = collectionOf(pair, isMap)
  const list = named(held, 'jobs') ?? named(held, sectionFor(hook))
  if (list) return insertInto(text, list, { hook, rc })
  if (named(held, '<<')) throw new NotEditable(`has \`${hook}\` that is merged from elsewhere`)
  return insertUnder(text, pair, yamlSection(hook, rc), held)
}

function insertInto(text: string, list: Pair, { hook, rc }: { hook: GitHook; rc: string | null }): string {
  const section = nameOf(list) === 'jobs' ? 'jobs' : sectionFor(hook)
  const children = section === 'jobs' ? collectionOf(list, isSeq) : collectionOf(list, isMap)
  return insertUnder(text, list, yamlEntry(hook, section, rc), children)
}

/** As the first of its children: a comment above what is first now stays with it. */
function insertUnder(text: string, pair: Pair, lines: string[], children: Collection | null): string {
  const key = startOf(pair.key)
  const column = children ? columnIn(text, children) : columnOf(text, key) + 2
  return insertBlock(text, nextLine(text, key), indented(lines, column))
}

/** lefthook passes over everything in a hook whose own conditions say so, and a gate that is passed over is open. */
function refuseConditions(held: YAMLMap | null): void {
  const condition = ['skip', 'only', 'files', 'exclude', 'exclude_tags'].find(name => named(held, name))
  if (condition)
    throw new NotEditable(
      `has \`${condition}\` for the whole of \`pre-push\`, by which lefthook would let pushes past the gate (move it to your own entries)`,
    )
}

type Collection = YAMLMap | YAMLSeq

function rootOf(text: string): YAMLMap | null {
  const [document, ...others] = parseAllDocuments(text, { prettyErrors: false })
  if (!document) return null
  if (document.errors.length > 0) throw new NotEditable('is not YAML that we can read')
  if (others.length > 0 || /^\.\.\.\s/m.test(`${text}\n`)) throw new NotEditable('has more than one document')
  if (document.contents === null || isNothing(document.contents)) return null
  return plain(document.contents, isMap, 'the whole of it')
}

function collectionOf<T extends Collection>(
  pair: Pair | undefined,
  is: (node: unknown) => node is T,
): T | null {
  if (!pair || pair.value === null || isNothing(pair.value)) return null
  return plain(pair.value, is, `\`${nameOf(pair)}\``)
}

/** Neither `{…}` nor shared with other places: there our lines would break something, or turn up elsewhere. */
function plain<T extends Collection>(node: unknown, is: (node: unknown) => node is T, what: string): T {
  if (is(node) && !node.flow && !node.anchor && !node.tag?.startsWith('!')) return node
  throw new NotEditable(`has ${what} written in a way that we cannot add lines to`)
}

// A tag or an anchor on nothing is a value all the same.
const isNothing = (node: unknown): boolean =>
  isScalar(node) && node.value === null && node.source === '' && !node.anchor && !node.tag?.startsWith('!')

const named = (map: YAMLMap | null, name: string): Pair | undefined =>
  map?.items.find(item => nameOf(item) === name)

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '')

const startOf = (node: unknown): number => (node as { range?: [number, number, number] }).range?.[0] ?? 0

const columnIn = (text: string, node: Collection | null): number => (node ? columnOf(text, startOf(node)) : 0)

const indented = (lines: readonly string[], column: number): string[] =>
  lines.map(line => ' '.repeat(column) + line)
