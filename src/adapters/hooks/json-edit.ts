import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

type Path = readonly string[]

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
export function withProperty(text: string, [...path]: Path, json: string): string {
  const key = path.pop() ?? ''
  const object = nodeAt(text, path)
  if (object?.type !== 'object') return text
  const last = object.children?.at(-1)
  if (!last) return inEmpty(text, object, key, json)
  const [name, value] = last.children ?? []
  const colon = name && value ? text.slice(endOf(name), value.offset) : ': '
  const gap = /\s*$/.exec(text.slice(0, last.offset))?.[0] ?? ''
  return splice(text, endOf(last), 0, `,${gap}${JSON.stringify(key)}${colon}${json}`)
}

/** What `withProperty` put there goes again, its comma included. */
export function withoutProperty(text: string, path: Path): string {
  const property = nodeAt(text, path)?.parent
  const object = property?.parent
  if (!property || !object) return text
  const all = object.children ?? []
  const at = all.indexOf(property)
  const [before, after] = [all[at - 1], all[at + 1]]
  if (before) return splice(text, endOf(before), endOf(property) - endOf(before), '')
  if (after) return splice(text, property.offset, after.offset - property.offset, '')
  return splice(text, object.offset, object.length, '{}')
}

/** Nothing to look up to: on lines of its own, one step further in than the line of the object. */
function inEmpty(text: string, object: Node, key: string, json: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const line = text.slice(text.lastIndexOf('\n', object.offset) + 1)
  const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
  const step = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  const inner = `${eol}${indent}${step}${JSON.stringify(key)}: ${json}${eol}${indent}`
  return splice(text, object.offset, object.length, `{${inner}}`)
}

function nodeAt(text: string, path: Path): Node | undefined {
  const root = parseTree(text)
  return root && findNodeAtLocation(root, [...path])
}

const endOf = ({ offset, length }: Node): number => offset + length

const splice = (text: string, from: number, length: number, put: string): string =>
  text.slice(0, from) + put + text.slice(from + length)
