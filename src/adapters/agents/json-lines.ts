/** One line of what an agent prints while it works: an object, of which nothing else is known. */
export type AgentEvent = Readonly<Record<string, unknown>>

/** The line as an event; null for everything else: a banner, a warning, half a line. */
export function eventIn(line: string): AgentEvent | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const eventsIn = (stdout: string): AgentEvent[] =>
  stdout
    .split('\n')
    .map(eventIn)
    .filter(event => event !== null)

export const isObject = (value: unknown): value is AgentEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at the end of a way through an object; undefined where there is none. */
export function at(value: unknown, ...way: string[]): unknown {
  return way.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}

export const textAt = (value: unknown, ...way: string[]): string | null => {
  const found = at(value, ...way)
  return typeof found === 'string' ? found : null
}

/** A count or a price; nothing negative, nothing infinite. */
export const amountAt = (value: unknown, ...way: string[]): number | null => {
  const found = at(value, ...way)
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : null
}

/** Cuts a stream into lines. One that is longer than any answer is let go: it would fill the memory. */
export function lineSplitter(onLine: (line: string) => void, longest = 16 * 1024 * 1024) {
  let parts: Buffer[] = []
  let size = 0
  let letGo = 0
  const flush = () => {
    if (size > longest) letGo++
    else if (size > 0) onLine(Buffer.concat(parts).toString())
    parts = []
    size = 0
  }
  const keep = (part: Buffer) => {
    size += part.length
    if (size <= longest) parts.push(part)
    else parts = []
  }
  return {
    add(chunk: Buffer) {
      let from = 0
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, end))
        flush()
        from = end + 1
      }
      keep(chunk.subarray(from))
    },
    end: flush,
    /** How many were. */
    letGo: () => letGo,
  }
}
