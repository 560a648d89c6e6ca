import type { Language } from '../../../domain/language.ts'

/** As much of a language as it takes to tell code from strings and comments. */
export interface Syntax {
  /** Finds whatever ends plain code. Longer openers stand first. */
  opener: RegExp
  regions: Readonly<Record<string, Region>>
  /** A hunk may begin inside a comment; a line that begins with a star then is one. */
  starred: boolean
}

export interface Region {
  kind: 'string' | 'comment'
  /** Null: ends with the line. */
  close: string | null
  /** Whether it goes on after the end of the line. */
  multiline: boolean
  escapes: boolean
}

const text = (close: string, { multiline = false, escapes = true } = {}): Region => ({
  kind: 'string',
  close,
  multiline,
  escapes,
})
const block = (close: string): Region => ({ kind: 'comment', close, multiline: true, escapes: false })
const toEnd: Region = { kind: 'comment', close: null, multiline: false, escapes: false }

const QUOTES = { '"': text('"'), "'": text("'") }
const C = { '//': toEnd, '/*': block('*/'), ...QUOTES }
const C_LIKE = syntax(C)
const SCRIPT = { ...C, '`': text('`', { multiline: true }) }
const MARKUP = { '<!--': block('-->') }
const TRIPLE = { '"""': text('"""', { multiline: true }), "'''": text("'''", { multiline: true }) }
const HASH = syntax({ '#': toEnd, ...QUOTES })

export const SYNTAX = {
  javascript: syntax(SCRIPT),
  component: syntax({ ...MARKUP, ...SCRIPT }),
  python: syntax({ ...TRIPLE, '#': toEnd, ...QUOTES }),
  elixir: syntax({ ...TRIPLE, '#': toEnd, '"': text('"') }),
  ruby: HASH,
  shell: HASH,
  yaml: HASH,
  go: syntax({ ...C, '`': text('`', { multiline: true, escapes: false }) }),
  // A single quote is a lifetime more often than a character.
  rust: syntax({ '//': toEnd, '/*': block('*/'), '"': text('"') }),
  java: C_LIKE,
  csharp: C_LIKE,
  c: C_LIKE,
  swift: C_LIKE,
  php: syntax({ ...C, '#': toEnd }),
  css: syntax({ '/*': block('*/'), ...QUOTES }),
  html: syntax(MARKUP),
  sql: syntax({ '--': toEnd, '/*': block('*/'), "'": text("'") }),
} satisfies Record<Language, Syntax>

function syntax(regions: Record<string, Region>): Syntax {
  const openers = Object.keys(regions).map(opener => opener.replace(/[/*]/g, '\\$&'))
  return { opener: new RegExp(openers.join('|'), 'g'), regions, starred: '/*' in regions }
}
