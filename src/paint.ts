/** Colour where a person looks; nothing but the words where nobody does. */
export interface Paint {
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  dim(text: string): string
  bold(text: string): string
}

export function paintFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Paint {
  const colourful = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const style = (code: number) => (text: string) => (colourful ? `\x1b[${code}m${text}\x1b[0m` : text)
  return { red: style(31), green: style(32), yellow: style(33), dim: style(2), bold: style(1) }
}
