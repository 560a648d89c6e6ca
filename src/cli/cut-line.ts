import getWidth from 'fast-string-truncated-width'

/** A line as far as it fits before the edge, by what a terminal makes of it: some letters take two places. */
export const cutLine = (line: string, columns: number): string =>
  line.slice(0, getWidth(line, { limit: columns - 1 }).index)
