const BEGIN = "# >>> wingman: agents' settings of this clone alone, removed by `wingman uninstall`"
const END = '# <<< wingman'
const BLOCK = /(^|\n)# >>> wingman:[^\n]*\n((?:\/[^\n]*\n)*)# <<< wingman[^\n]*(?:\n|$)/

/** Files that git passes over in this clone, in a marked block of `info/exclude`. */
export function withExcluded(text: string | null, files: readonly string[]): string {
  const before = text ?? ''
  const known = excludedIn(before)
  const all = [...new Set([...known, ...files.map(file => `/${file}`)])]
  if (all.length === known.length) return before
  const rest = withoutExcluded(before)
  const gap = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return `${rest}${gap}${[BEGIN, ...all, END].join('\n')}\n`
}

export const withoutExcluded = (text: string): string => text.replace(BLOCK, '$1')

function excludedIn(text: string): string[] {
  return (BLOCK.exec(text)?.[2] ?? '').split('\n').filter(Boolean)
}
