/** What a word is to `git push`. */
type Role = 'option' | 'value' | 'place' | 'end'

interface PushWord {
  word: string
  role: Role
}

// Those that may take the next word for their value; with `=` they have it already.
const LONG = ['push-option', 'repo', 'receive-pack', 'exec', 'recurse-submodules']

/** As git reads them: an option's value is no option, whatever it looks like, and behind `--` or `--end-of-options` nothing is. */
export function pushWords(words: readonly string[]): PushWord[] {
  let previous: Role | null = null
  let isOver = false
  return words.map((word, at) => {
    const role = isOver ? 'place' : roleOf(word, previous === 'option' && takesNext(words[at - 1] ?? ''))
    isOver ||= role === 'end'
    previous = role
    return { word, role }
  })
}

function roleOf(word: string, isValue: boolean): Role {
  if (isValue) return 'value'
  if (word === '--' || word === '--end-of-options') return 'end'
  return word.startsWith('-') && word !== '-' ? 'option' : 'place'
}

/** `-o`, also at the end of a bundle such as `-fo`; a long one by its name or the beginning of it. */
function takesNext(option: string): boolean {
  if (!option.startsWith('--')) return /^-[^o]*o$/.test(option)
  const name = option.slice(2)
  return name !== '' && LONG.some(known => known.startsWith(name))
}

/** Where the options end: the place of `--` or `--end-of-options`, else behind the last word. */
export function endOfOptions(words: readonly string[]): number {
  const at = pushWords(words).findIndex(({ role }) => role === 'end')
  return at < 0 ? words.length : at
}

export const hasOption = (words: readonly string[], isIt: (option: string) => boolean): boolean =>
  pushWords(words).some(({ word, role }) => role === 'option' && isIt(word))
