import { cutLine } from './cut-line.ts'

/** Where it is shown: standard error, nearly always. */
export interface Screen {
  isTTY?: boolean | undefined
  columns?: number | undefined
  write(text: string): unknown
}

export interface WaitDisplay {
  show(line: string): void
  end(): void
}

/** One line that is drawn again on a terminal; elsewhere a line now and then, so that a log tells of it and is not filled. */
export function waitDisplay(screen: Screen, everyMs: number): WaitDisplay {
  return isLive(screen) ? redrawn(screen) : lineByLine(screen, everyMs)
}

/** Whether what was written can be drawn over, and somebody would want that. */
export const isLive = ({ isTTY }: Screen): boolean =>
  isTTY === true && process.env.TERM !== 'dumb' && !process.env.ACCESSIBLE && !process.env.CI

const CLEAR = '\r\x1b[K'

function redrawn(screen: Screen): WaitDisplay {
  let shown = ''
  return {
    show(line) {
      // Cut before the edge: a line that was wrapped could not be drawn over.
      const cut = cutLine(line, screen.columns || 80)
      if (cut !== shown) screen.write(`${CLEAR}${cut}`)
      shown = cut
    },
    end() {
      if (shown !== '') screen.write(CLEAR)
    },
  }
}

function lineByLine(screen: Screen, everyMs: number): WaitDisplay {
  let last = performance.now()
  return {
    show(line) {
      if (performance.now() - last < everyMs) return
      last = performance.now()
      screen.write(`${line}\n`)
    },
    end() {},
  }
}
