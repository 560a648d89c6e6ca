import { cutLine } from './cut-line.ts'
import type { Screen } from './wait-display.ts'

/** Several lines that are drawn over and over, on a terminal. */
export function redraw(screen: Screen & { rows?: number | undefined }) {
  let drawn = 0
  const up = () => (drawn > 0 ? `\x1b[${drawn}A\r\x1b[J` : '')
  return {
    show(lines: readonly string[]): void {
      // What is wrapped or scrolled away could not be drawn over.
      const cut = lines.slice(0, (screen.rows || 24) - 1).map(line => cutLine(line, screen.columns || 80))
      screen.write(`${up()}${cut.map(line => `${line}\n`).join('')}`)
      drawn = cut.length
    },
    clear(): void {
      screen.write(up())
      drawn = 0
    },
  }
}
