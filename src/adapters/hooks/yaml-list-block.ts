/** Lines of ours as one more item of a list in somebody's YAML: marked by comments, every other byte kept. */
export interface ListBlock {
  /** The key of the list, at the top of the document. */
  list: string
  /** Of the item, the first beginning with `- `. */
  lines: readonly string[]
}

const BEGIN = '# >>> wingman: added by `wingman install`, removed by `wingman uninstall`'
const END = '# <<< wingman'
const BLOCK = /^([ \t]*)# >>> wingman\b[^\n]*\n[\s\S]*?^[ \t]*# <<< wingman[ \t]*\r?(?:\n|$(?![\s\S]))/m

/** Our lines as they stand there; null when there are none. */
export const listBlockIn = (text: string): string | null => BLOCK.exec(text)?.[0] ?? null

export const withoutListBlock = (text: string): string => text.replace(BLOCK, '')

/** With our item at the end of the list, or where it stands already; null where it cannot be put without risk. */
export async function withListBlock(text: string, { list, lines }: ListBlock): Promise<string | null> {
  const written = (indent: string) =>
    [BEGIN, ...lines, END].map(line => `${indent}${line}${lineEnd(text)}`).join('')
  const there = BLOCK.exec(text)
  if (there) return text.replace(BLOCK, () => written(there[1] ?? ''))
  const place = await endOfList(text, list)
  if (!place) return null
  const head = text.slice(0, place.at)
  const gap = head.endsWith('\n') ? '' : lineEnd(text)
  const after = head + gap + written(place.indent) + text.slice(place.at)
  return (await isOneMore(text, after, list)) ? after : null
}

const lineEnd = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n')

/** Where the line after the last item begins, and how far its items are set in. */
async function endOfList(text: string, list: string): Promise<{ at: number; indent: string } | null> {
  const { isMap, isNode, isSeq, parseAllDocuments } = await import('yaml')
  const documents = parseAllDocuments(text)
  const [document] = documents
  if (documents.length !== 1 || !document || document.errors.length > 0) return null
  const seq = isMap(document.contents) ? document.contents.get(list, true) : null
  const last = isSeq(seq) && !seq.flow && !seq.anchor ? seq.items.at(-1) : null
  if (!isSeq(seq) || !isNode(last) || !last.range || !seq.range) return null
  const [, end] = last.range
  const lineStart = text.lastIndexOf('\n', seq.range[0] - 1) + 1
  const indent = text.slice(lineStart, seq.range[0])
  if (!/^ *$/.test(indent)) return null
  if (text[end - 1] === '\n') return { at: end, indent }
  const newline = text.indexOf('\n', end)
  return { at: newline < 0 ? text.length : newline + 1, indent }
}

/** The proof: read again, it says what it said, and one item more. */
async function isOneMore(before: string, after: string, list: string): Promise<boolean> {
  const { parse } = await import('yaml')
  try {
    const [was, is] = [parse(before), parse(after)]
    const added = is[list].pop()
    return added !== undefined && JSON.stringify(was) === JSON.stringify(is)
  } catch {
    return false
  }
}
