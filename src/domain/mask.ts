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

function maskPassword(_: string, scheme: string, user: string, _password: string, host: string): string {
  return `${scheme}://${user}:${MASK}@${host}`
}

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
  return body.length < 16 ? piece : MASK + piece.slice(body.length)
}
