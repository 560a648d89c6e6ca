import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
} from 'yaml'
import type { LoadedConfig } from './load.ts'
import { type ConfigPath, nearest, positionIn, quote } from './position.ts'
import { unreadable } from './problem.ts'

type Loaded = Omit<LoadedConfig, 'file'>

/** YAML 1.2, in which `on` and `off` are words and not booleans. */
export function loadYaml(text: string, file: string, within: ConfigPath = []): Loaded {
  const document = parseDocument(text, { lineCounter: new LineCounter(), prettyErrors: false })
  const [error] = document.errors
  if (error) {
    throw unreadable(file, { message: sayFault(error, text), position: positionIn(text, error.pos[0]) })
  }
  return {
    document: valueIn(document.toJS(), within),
    positionOf: path => {
      const offset = nearest([...within, ...path], full => offsetOf(document, full))
      return offset === undefined ? null : positionIn(text, offset)
    },
  }
}

/** JSON is YAML with less allowed; what is not allowed is found first. */
export function loadJson(text: string, file: string, within: ConfigPath = []): Loaded {
  const plain = text.replace(/^\uFEFF/, ' ')
  const fault = faultInJson(plain)
  if (fault) throw unreadable(file, { message: fault.message, position: positionIn(plain, fault.offset) })
  const loaded = loadYaml(plain, file, within)
  try {
    JSON.parse(plain)
  } catch (error) {
    throw unreadable(file, {
      message: error instanceof Error ? error.message : 'it is not JSON',
      cause: error,
    })
  }
  return loaded
}

const JSON_TOKEN =
  /[ \t\r\n]+|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\]:,]/y

/** What YAML would accept and JSON does not: comments, bare words, other quotes, a comma too many. */
function faultInJson(text: string): { message: string; offset: number } | null {
  let comma: number | null = null
  for (let offset = 0; offset < text.length; ) {
    JSON_TOKEN.lastIndex = offset
    const token = JSON_TOKEN.exec(text)?.[0]
    if (token === undefined) return { message: `this is not JSON: ${nameOf(text.slice(offset))}`, offset }
    if (comma !== null && /[}\]]/.test(token))
      return { message: 'JSON allows no comma after the last entry', offset: comma }
    if (token.trim() !== '') comma = token === ',' ? offset : null
    offset += token.length
  }
  return null
}

function nameOf(rest: string): string {
  if (/^\/[/*]/.test(rest)) return 'comments are not allowed. Rename the file to .yaml to have them'
  if (rest.startsWith("'")) return 'text needs double quotes'
  if (rest.startsWith('"')) return 'this text is not closed, or has a character that must be escaped'
  const word = /^[\w$-]+/.exec(rest)?.[0]
  return word ? `${word} needs double quotes` : 'unexpected character'
}

/** Of the key that introduces a value, or of an entry in a list. */
function offsetOf(document: Document, path: ConfigPath): number | undefined {
  const holder = document.getIn(path.slice(0, -1), true)
  const last = path.at(-1)
  if (isSeq(holder)) return rangeStart(holder.items[Number(last)])
  if (!isMap(holder)) return undefined
  const pair = holder.items.find(({ key }) => String(isScalar(key) ? key.value : key) === last)
  return rangeStart(pair?.key)
}

const rangeStart = (node: unknown): number | undefined => (node as Node | undefined)?.range?.[0]

function sayFault({ code, message, pos }: YAMLError, text: string): string {
  if (code === 'DUPLICATE_KEY')
    return `${quote(/^["']?([^:\s"']+)/.exec(text.slice(pos[0]))?.[1] ?? '')} is there twice.`
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here; only one can hold.'
  return `${message.split('\n', 1).join()}.`
}

function valueIn(value: unknown, [first, ...rest]: ConfigPath): unknown {
  if (first === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  return valueIn(Object.getOwnPropertyDescriptor(value, first)?.value, rest)
}
