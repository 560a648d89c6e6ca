/** Other marks than those in hook files: a block in YAML is indented, and goes with its whole lines. */
const BEGIN = '# wingman >>> added by `wingman install`, removed by `wingman uninstall`'
const END = '# wingman <<<'
// Known by the marks alone: another version may have worded the first line otherwise.
const BLOCK =
  /^ *# wingman >>>[^\n]*\n(?:(?! *# wingman [<>]{3})[^\n]*\n)*? *# wingman <<<[^\n]*(?:\n|(?![\s\S]))/m

/** Marked lines at the start of a line, or after the last one; every other byte stays. */
export function insertBlock(text: string, at: number, lines: readonly string[]): string {
  const eol = eolOf(text)
  // Where the last line has no end, ours has none either: that tells whose line break it is.
  const isOpen = at > 0 && text[at - 1] !== '\n'
  const block = marked(lines, eol)
  return text.slice(0, at) + (isOpen ? eol + block : block + eol) + text.slice(at)
}

export function withoutYamlBlocks(text: string): string {
  const found = BLOCK.exec(text)
  if (!found) return text
  const before = text.slice(0, found.index)
  const isOpen = !found[0].endsWith('\n')
  const after = text.slice(found.index + found[0].length)
  return withoutYamlBlocks((isOpen ? before.replace(/\r?\n$/, '') : before) + after)
}

/** Every block written anew where it stands, its lines made of the ones that it has. */
export function renewBlocks(text: string, renew: (lines: string[]) => readonly string[]): string {
  return text.replace(new RegExp(BLOCK.source, 'gm'), block => {
    const lines = block.trimEnd().split(/\r?\n/)
    const indent = /^ */.exec(block)?.[0] ?? ''
    const anew = renew(lines.slice(1, -1).map(line => line.slice(indent.length)))
    const eol = eolOf(text)
    return (
      marked(
        anew.map(line => indent + line),
        eol,
      ) + (block.endsWith('\n') ? eol : '')
    )
  })
}

function marked(lines: readonly string[], eol: string): string {
  const indent = /^ */.exec(lines[0] ?? '')?.[0] ?? ''
  return [indent + BEGIN, ...lines, indent + END].join(eol)
}

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** Where the line after this place begins; the end of the text when it is the last. */
export function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

export const columnOf = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1)
