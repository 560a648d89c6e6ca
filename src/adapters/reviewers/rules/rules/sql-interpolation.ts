import type { Language } from '../../../../domain/language.ts'
import type { FileView, SourceLine } from '../file-view.ts'
import { newLines, type Rule } from '../rule.ts'

const VERB = '\\s{0,20}(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|select|insert into|update|delete from)\\s'
/** Where a value stands. Names of tables and columns cannot be parameters, and stand elsewhere. */
const VALUE = '(?:=|<|>|\\bLIKE|\\blike|\\bVALUES ?\\(|\\bvalues ?\\()\\s{0,4}'
const QUOTE = `(?:\\\\?['"])?%?`
const NAME = '([A-Za-z_$][\\w.$]{0,80})'
const statement = (open: string, hole: string) => new RegExp(`${open}${VERB}.{0,600}?${VALUE}${QUOTE}${hole}`)

const CONCATENATED = statement(`["'\`]`, `["'\`]\\s{0,4}\\+\\s{0,4}${NAME}`)
// A tagged template binds its values: sql`…`, sql<Row>`…`.
const TEMPLATE = statement('(?:^|[^\\w$)\\]>])`', '\\$\\{([^{}]{1,120})\\}(?![.\\w(])')

const BUILT: Partial<Record<Language, readonly RegExp[]>> = {
  javascript: [TEMPLATE, CONCATENATED],
  component: [TEMPLATE, CONCATENATED],
  python: [
    statement(`\\b[fF][rR]?["']{1,3}`, '\\{([^{}]{1,120})\\}(?![.\\w(])'),
    new RegExp(`["']${VERB}.{0,600}?${VALUE}'%?%s%?'.{0,300}["']\\s{0,4}%\\s{0,4}\\(?${NAME}`),
    new RegExp(`["']${VERB}.{0,600}?${VALUE}'%?\\{\\w{0,40}\\}%?'.{0,300}["']\\.format\\(${NAME}`),
    CONCATENATED,
  ],
  go: [new RegExp(`Sprintf\\(["\`]${VERB}.{0,600}?${VALUE}'%?%%?[sv].{0,300}["\`], ${NAME}`), CONCATENATED],
  php: [statement('"', '\\{?\\$(\\w{1,60})'), statement(`["']`, `["'] ?\\. ?\\$(\\w{1,60})`)],
  java: [CONCATENATED],
  csharp: [CONCATENATED, statement('\\$@?"', '\\{([^{}]{1,120})\\}')],
  ruby: [statement('"', '#\\{([^{}]{1,120})\\}')],
}
/** The verb alone is an English word; with its second half it is SQL. */
const STATEMENT = /\bSELECT\b.{1,600}\bFROM\b|\bINSERT INTO\b|\bUPDATE\b.{1,200}\bSET\b|\bDELETE FROM\b/i
const CONSTANT = /^[A-Z][A-Z0-9_.]*$/
/** What says of itself that it is quoted, counted or bound. */
const HARMLESS =
  /escape|sanitiz|valid|encode|quote|placeholder|param|bind|ident|literal|sql|table|column|field|clause|query|parseint|number|int\(|toint|len\(|\.length|join\(|\?/i
const TALK =
  /\b(?:log|logger|logging|console|print|println|printf|throw|raise|panic|debug|warn|assert|expect)\b|Error|Exception/

export const sqlInterpolation: Rule = {
  id: 'sql-interpolation',
  severity: 'critical',
  topic: 'security',
  confidence: 'likely',
  reason: 'A value is put into the text of an SQL statement, where it can become SQL itself.',
  fix: 'Pass the value as a parameter of the query.',
  kinds: ['source', 'template'],
  languages: Object.keys(BUILT) as Language[],
  check: file => newLines(file, line => buildsSql(file, line)),
}

function buildsSql({ language }: FileView, { text, code }: SourceLine): boolean {
  if (language === null || !STATEMENT.test(text) || TALK.test(code)) return false
  return (BUILT[language] ?? []).some(pattern => {
    const [whole = '', value] = pattern.exec(text) ?? []
    return value !== undefined && STATEMENT.test(whole) && !CONSTANT.test(value) && !HARMLESS.test(value)
  })
}
