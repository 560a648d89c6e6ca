import {
  bearerToken,
  PRIVATE_KEY_END,
  privateKeyBegin,
  providerSecret,
  urlWithPassword,
} from './secret-patterns.ts'

const MASK = '****'
/** What one pass hides may have been the end of a key that seemed a short one. Bounded: hostile text could go on. */
const PASSES = 4

/**
 * Hides what opens doors and keeps what helps to find it: the first characters of a token name its provider. Masking
 * what was masked changes nothing.
 */
export function maskSecrets(text: string): string {
  let masked = text
  for (let pass = 0; pass < PASSES; pass++) {
    const before = masked
    masked = maskOnce(before)
    if (masked === before) break
  }
  return masked
}

function maskOnce(text: string): string {
  return maskPrivateKeys(text)
    .replace(providerSecret(), token => token.slice(0, 4) + MASK)
    .replace(urlWithPassword(), maskPassword)
    .replace(bearerToken(), (_, bearer: string) => bearer + MASK)
}

/** What is put in while the program runs is no password that stands here, and may be anything. */
function maskPassword(whole: string, scheme: string, user: string, password: string, host: string): string {
  return INTERPOLATED.test(password) ? whole : `${scheme}://${user}:${MASK}@${host}`
}

const INTERPOLATED = /[$#%]\{|[$\\]\(|\{[^}]*[(.[]/

/** Piece by piece between the headers, so that a thousand headers without an end are not searched a thousand times. */
function maskPrivateKeys(text: string): string {
  const headers = [...text.matchAll(privateKeyBegin())]
  let masked = ''
  let from = 0
  for (const [nth, header] of headers.entries()) {
    const begin = header.index + header[0].length
    const next = headers[nth + 1]?.index ?? text.length
    masked += text.slice(from, begin) + maskBody(text.slice(begin, next))
    from = next
  }
  return masked + text.slice(from)
}

/** Up to the end marker; without one, as far as it looks like a key: the rest may have been cut off. */
function maskBody(piece: string): string {
  const end = piece.indexOf(PRIVATE_KEY_END)
  const body = end >= 0 ? piece.slice(0, end) : (/^[A-Za-z0-9+/=\s\\]*/.exec(piece)?.[0] ?? '')
  if (body.length < 16) return piece
  return (isKey(body) ? MASK : maskRuns(body)) + piece.slice(body.length)
}

/** Nothing but lines of a key, of which only the last is short. Between the same marks could stand code, for nobody to see. */
function isKey(body: string): boolean {
  const lines = body
    .split(LINE_BREAK)
    .map(bare)
    .filter(line => line !== '' && !KEY_HEADER.test(line))
  return lines.every(
    (line, at) => KEY_LINE.test(line) && (line.length >= SHORTEST_LINE || at >= lines.length - 1),
  )
}

/** As text has them, and as a string in code or JSON does. Bounded, as everything that reads hostile text. */
const LINE_BREAK = /\r?\n|(?:\\{1,4}r)?\\{1,4}n/
const KEY_LINE = /^[A-Za-z0-9+/]+={0,2}$/
const KEY_HEADER = /^(?:Proc-Type: 4,ENCRYPTED|DEK-Info: [A-Z0-9-]{1,32},[0-9A-F]{1,64}|=[A-Za-z0-9+/]{4})$/
const SHORTEST_LINE = 16

/** Without the mark of a diff, a comment or a string around it. */
const bare = (line: string): string =>
  line
    .trim()
    .replace(/^[-+]?\s*(?:\/\/|#|\*)?\s*["'`]?/, '')
    .replace(/["'`]?\s{0,8}[+,;)\\]{0,2}$/, '')

/** What may be part of a key goes, and what is between stays to be read. */
const maskRuns = (body: string): string => body.replace(/[A-Za-z0-9+/]{40,}={0,2}/g, MASK)
