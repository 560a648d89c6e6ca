import { type ConfigPath, nearest, type PositionOf, positionIn } from './position.ts'

const TOKEN =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|[\w$]+|[{}[\](),:]/g

interface Frame {
  bracket: string
  /** The key or the index that is being read. */
  at: string | number | null
}

/**
 * Where the keys and entries of the exported object stand. A program can build its config in any way, so this is a best
 * effort: it reads brackets and commas from `export default` (or `module.exports`) on, and knows nothing of a value that
 * came from a variable, a spread or another file. There, the place that mentions it is given, or the file alone.
 */
export function positionsInScript(text: string): PositionOf {
  const offsets = indexObject(text, startOfExport(text))
  return path => {
    const offset = nearest(path, part => offsets.get(keyOf(part)))
    return offset === undefined ? null : positionIn(text, offset)
  }
}

function startOfExport(text: string): number {
  const named = /^\s*(?:export\s+default|module\.exports\s*=)\s+(\w+)\s*;?\s*$/m.exec(text)?.[1]
  const start = named
    ? new RegExp(`\\b(?:const|let|var)\\s+${named}\\b[^=]*=`).exec(text)
    : /^\s*(?:export\s+default|module\.exports\s*=)/m.exec(text)
  return start ? start.index + start[0].length : 0
}

function indexObject(text: string, start: number): Map<string, number> {
  const offsets = new Map<string, number>()
  const frames: Frame[] = []
  const tokens = tokensFrom(text, start)
  for (const [i, { word, offset }] of tokens.entries()) {
    const frame = frames.at(-1)
    if (frame?.bracket === '{' && frame.at === null && tokens[i + 1]?.word === ':') frame.at = unquoted(word)
    // What stands first at a place is what people look for there.
    const path = pathOf(frames)
    if (path && !offsets.has(path) && !'}]),'.includes(word)) offsets.set(path, offset)

    if ('{[('.includes(word)) frames.push({ bracket: word, at: word === '[' ? 0 : null })
    else if ('}])'.includes(word)) frames.pop()
    else if (word === ',' && frame) frame.at = frame.bracket === '[' ? Number(frame.at) + 1 : null
    if (frames.length === 0 && '}])'.includes(word)) break
  }
  return offsets
}

function tokensFrom(text: string, start: number): { word: string; offset: number }[] {
  return [...text.slice(start).matchAll(TOKEN)]
    .map(match => ({ word: match[0], offset: start + match.index }))
    .filter(({ word }) => !word.startsWith('//') && !word.startsWith('/*'))
}

/** Null while a frame is between two keys. The call around the object, `defineConfig(`, is no part of the path. */
function pathOf(frames: readonly Frame[]): string | null {
  const inner = frames.filter((frame, i) => i > 0 || frame.bracket !== '(')
  return inner.length === 0 || inner.some(frame => frame.at === null)
    ? null
    : keyOf(inner.map(frame => frame.at ?? ''))
}

const keyOf = (path: ConfigPath): string => JSON.stringify(path)

const unquoted = (word: string): string => word.replace(/^(['"`])(.*)\1$/, '$2')
