import { urlWithPassword } from '../../../../domain/secret-patterns.ts'
import { newLines, type Rule, SHIPPED } from '../rule.ts'

const DATABASE =
  /^(?:postgres|postgresql|mysql|mariadb|mongodb|redis|rediss|amqps?|mssql|sqlserver|clickhouse)(?:\+\w+)?$/i
const STOCK =
  /^(?:pass(?:word|wd)?|pwd|pw|secret|root|admin|user(?:name)?|postgres|mysql|mongo|redis|guest|test|foo|bar|p4ssw0rd)\d*$/i
const FILLED_IN = /[${}<>*[\]()]|%[sdvr(]|\.\.\.|^:/
const NOWHERE =
  /(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost|host(?:name)?\.com|(?:my|your)\w*\.com)$|^[\d.:[\]]+$/i

export const databaseUrlPassword: Rule = {
  id: 'database-url-password',
  severity: 'critical',
  topic: 'security',
  confidence: 'likely',
  reason: 'A database address carries its password.',
  fix: 'Change the password and read the address from the environment.',
  kinds: SHIPPED,
  languages: null,
  check: file => newLines(file, ({ full }) => holdsPassword(full)),
}

/** A host without a dot is a container or this machine, an address in numbers a private network. */
function holdsPassword(text: string): boolean {
  for (const [, scheme = '', user = '', password = '', host = ''] of text.matchAll(urlWithPassword())) {
    if (!DATABASE.test(scheme) || !host.includes('.') || NOWHERE.test(host)) continue
    if (FILLED_IN.test(password) || FILLED_IN.test(host) || STOCK.test(password) || password === user)
      continue
    if (password.length >= 6 && !/example|placeholder|changeme|your|x{3}/i.test(password)) return true
  }
  return false
}
