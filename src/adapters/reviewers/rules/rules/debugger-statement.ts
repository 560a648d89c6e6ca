import type { Language } from '../../../../domain/language.ts'
import type { FileView, SourceLine } from '../file-view.ts'
import { newLines, type Rule, WRITTEN } from '../rule.ts'

const SCRIPT = /(?:^|[;{}])\s*debugger\s*(?:;|\}|$)/
const STATEMENTS: Partial<Record<Language, RegExp>> = {
  javascript: SCRIPT,
  component: SCRIPT,
  python: /(?:^|[;:])\s*(?:breakpoint\(\)|(?:i?pdb|pudb)\.set_trace\(\))\s*(?:;|$)/,
  ruby: /(?:^|[;{])\s*(?:binding\.(?:pry|irb|b)|byebug)\s*(?:;|\}|$)/,
  elixir: /^\s*(?:require IEx; *)?IEx\.pry(?:\(\))?\s*$/,
  go: /^\s*runtime\.Breakpoint\(\)\s*$/,
}
/** Someone told their linter that this one is meant. */
const MEANT = /no-debugger|noqa|rubocop:disable|noDebugger/

export const debuggerStatement: Rule = {
  id: 'debugger-statement',
  severity: 'critical',
  topic: 'leftover',
  confidence: 'certain',
  reason: 'A breakpoint is left in the code.',
  fix: 'Remove it.',
  kinds: WRITTEN,
  languages: Object.keys(STATEMENTS) as Language[],
  check: file => newLines(file, (line, hunk, index) => stops(file, line) && !isMeant(line, hunk[index - 1])),
}

const stops = ({ language }: FileView, { code }: SourceLine): boolean =>
  language !== null && STATEMENTS[language]?.test(code) === true

const isMeant = (line: SourceLine, above: SourceLine | undefined): boolean =>
  MEANT.test(line.comment) || (above !== undefined && MEANT.test(above.comment))
