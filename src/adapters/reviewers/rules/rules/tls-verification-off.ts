import type { Language } from '../../../../domain/language.ts'
import type { FileView, SourceLine } from '../file-view.ts'
import { newLines, type Rule } from '../rule.ts'

const NODE = [
  /\brejectUnauthorized['"]?\s{0,4}[:=]\s{0,4}false\b/,
  /\bNODE_TLS_REJECT_UNAUTHORIZED['"]?\]?\s{0,4}[:=]\s{0,4}['"]?0\b/,
]
const SWITCHES: Partial<Record<Language, readonly RegExp[]>> = {
  javascript: NODE,
  component: NODE,
  python: [
    /\b(?:requests|httpx|session|client|aiohttp|http)\b.{0,200}\bverify\s?=\s?False\b/i,
    /\b\w{0,40}session\.verify\s?=\s?False\b/i,
    /\b_create_unverified_context\b(?!\s?=)/,
    /\b(?:verify_mode|cert_reqs)\s?=\s?['"]?(?:ssl\.)?CERT_NONE\b/,
  ],
  go: [/\bInsecureSkipVerify\s{0,20}[:=]\s{0,4}true\b/],
  ruby: [/\bverify_mode\s?=\s?OpenSSL::SSL::VERIFY_NONE\b/],
  php: [/\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s?(?:,|=>)\s?(?:false|0)\b/i],
  rust: [/\bdanger_accept_invalid_certs\(true\)/],
  csharp: [/\bDangerousAcceptAnyServerCertificateValidator\b/],
  shell: [
    /\bNODE_TLS_REJECT_UNAUTHORIZED=['"]?0\b/,
    /\bGIT_SSL_NO_VERIFY=['"]?(?:1|true)\b/,
    /\bhttp\.sslVerify[ =]false\b/,
    /\bstrict-ssl[ =]false\b/,
  ],
  yaml: [
    /\bNODE_TLS_REJECT_UNAUTHORIZED\s?[:=]\s?['"]?0\b/,
    /\bGIT_SSL_NO_VERIFY\s?[:=]\s?['"]?(?:1|true)\b/,
  ],
}
/** Whoever asks for it by a flag gets it; that is a feature, not a slip. */
const ASKED_FOR =
  /\b(?:if|when|unless|case|elif|else if)\b.{0,200}(?:insecure|skip|verif|unsafe|self.?signed|trust|local|tls|ssl|cert)/i
const LOCAL = /\blocalhost\b|127\.0\.0\.1|\[::1\]/

export const tlsVerificationOff: Rule = {
  id: 'tls-verification-off',
  severity: 'critical',
  topic: 'security',
  confidence: 'likely',
  reason: 'Certificates are no longer verified: anybody on the way can read and change what is sent.',
  fix: 'Leave verification on, and add the missing certificate authority instead.',
  kinds: ['source', 'template'],
  languages: Object.keys(SWITCHES) as Language[],
  check: file => newLines(file, (line, hunk, index) => isOff(file, line) && !isAskedFor(hunk, index)),
}

/** Strings are read, since names of variables stand in them; comments are not. */
function isOff({ language }: FileView, { text, code }: SourceLine): boolean {
  if (language === null || code.trim() === '' || LOCAL.test(text)) return false
  return SWITCHES[language]?.some(pattern => pattern.test(text) && !isComment(pattern, text, code)) === true
}

const isComment = (pattern: RegExp, text: string, code: string): boolean =>
  code.slice(pattern.exec(text)?.index ?? 0).trim() === ''

const isAskedFor = (hunk: readonly SourceLine[], index: number): boolean =>
  hunk.slice(Math.max(0, index - 4), index + 1).some(line => ASKED_FOR.test(line.code))
