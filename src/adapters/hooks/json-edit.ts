import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

type Path = readonly (string | number)[]

/** The text between the quotes of a string, as it is written in the file; null when there is none. */
export function rawString(text: string, path: Path): string | null {
  const node = nodeAt(text, path)
  return node?.type === 'string' ? text.slice(node.offset + 1, node.offset + node.length - 1) : null
}

/** A string that is there, written anew between its quotes. */
export function withRawString(text: string, path: Path, raw: string): string {
  const node = nodeAt(text, path)
  return node ? splice(text, node.offset + 1, node.length - 2, raw) : text
}

/** As it has to be written between quotes. */
export const rawOf = (value: string): string => JSON.stringify(value).slice(1, -1)

/** A new property, last in its object, laid out as the one before it. Every other byte stays. */
export function withProperty(text: string, [...path]: readonly string[], json: string): string {
  const key = path.pop() ?? ''
  const object = nodeAt(text, path)
  if (object?.type !== 'object') return text
  const last = object.children?.at(-1)
  if (!last) return inEmpty(text, object, `${JSON.stringify(key)}: ${json}`)
  const [name, value] = last.children ?? []
  const between = name && value ? text.slice(endOf(name), value.offset) : ''
  const colon = /^\s*:\s*$/.test(between) ? between : ': '
  return splice(text, endOf(last), 0, `,${gapBefore(text, last)}${JSON.stringify(key)}${colon}${json}`)
}

/** A new element, last in its list, laid out as the one before it. */
export function withElement(text: string, path: Path, json: string): string {
  const list = nodeAt(text, path)
  if (list?.type !== 'array') return text
  const last = list.children?.at(-1)
  return last ? splice(text, endOf(last), 0, `,${gapBefore(text, last)}${json}`) : inEmpty(text, list, json)
}

/** What `withProperty` put there goes again, its comma included. */
export function withoutProperty(text: string, path: Path): string {
  const property = nodeAt(text, path)?.parent
  return property ? withoutChild(text, property) : text
}

/** The same for what `withElement` put there. */
export function withoutElement(text: string, path: Path, at: number): string {
  const element = nodeAt(text, path)?.children?.[at]
  return element ? withoutChild(text, element) : text
}

function withoutChild(text: string, child: Node): string {
  const { parent } = child
  if (!parent) return text
  const all = parent.children ?? []
  const at = all.indexOf(child)
  const [before, after] = [all[at - 1], all[at + 1]]
  if (before) {
    const gap = text.slice(endOf(before), child.offset)
    return splice(text, endOf(before), endOf(child) - endOf(before), withoutComma(gap))
  }
  if (after && /^\s*,\s*$/.test(text.slice(endOf(child), after.offset)))
    return splice(text, child.offset, after.offset - child.offset, '')
  if (after)
    return splice(
      text,
      child.offset,
      after.offset - child.offset,
      withoutComma(text.slice(endOf(child), after.offset)),
    )
  return emptied(text, parent, child)
}

/** The last one: brackets stand empty where nothing else was between them, and a comment of theirs stays. */
function emptied(text: string, parent: Node, child: Node): string {
  const before = text.slice(parent.offset + 1, child.offset).trimEnd()
  const after = text.slice(endOf(child), endOf(parent) - 1)
  const rest = before + after.replace(/^\s*,/, '')
  return splice(text, parent.offset + 1, parent.length - 2, rest.trim() === '' ? '' : rest)
}

/** Comments between two are somebody's own: the comma goes, and the white space only where nothing else stood. */
function withoutComma(gap: string): string {
  if (/^\s*,\s*$/.test(gap)) return ''
  let isGone = false
  const rest = gap.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|,/g, found => {
    if (found !== ',' || isGone) return found
    isGone = true
    return ''
  })
  // A line comment needs the end of its line.
  return /\/\/[^\n]*$/.test(rest.trimEnd()) ? `${rest.trimEnd()}\n` : rest.trimEnd()
}

/** Nothing to look up to: on lines of its own, one step further in than the line of the brackets. */
function inEmpty(text: string, node: Node, put: string): string {
  const eol = eolOf(text)
  const line = text.slice(text.lastIndexOf('\n', node.offset) + 1)
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  const before = `${eol}${indent}${stepOf(text)}${put}`
  const inside = text.slice(node.offset + 1, endOf(node) - 1)
  // A comment of theirs stays where it is, behind ours.
  if (inside.trim() !== '') return splice(text, node.offset + 1, 0, before)
  return splice(text, node.offset + 1, inside.length, `${before}${eol}${indent}`)
}

/** A value as the rest of the file is laid out, to be put so many steps in. */
export function laidOut(text: string, value: unknown, depth: number): string {
  const isFlat = !text.trim().includes('\n') && text.trim().length > 2
  if (isFlat) return JSON.stringify(value)
  const step = stepOf(text)
  return JSON.stringify(value, null, step).replaceAll('\n', eolOf(text) + step.repeat(depth))
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

const stepOf = (text: string): string => /^([ \t]+)"/m.exec(text)?.[1] ?? '  '

const gapBefore = (text: string, node: Node): string => /\s*$/.exec(text.slice(0, node.offset))?.[0] ?? ''

function nodeAt(text: string, path: Path): Node | undefined {
  const root = parseTree(text)
  return root && findNodeAtLocation(root, [...path])
}

const endOf = ({ offset, length }: Node): number => offset + length

const splice = (text: string, from: number, length: number, put: string): string =>
  text.slice(0, from) + put + text.slice(from + length)
