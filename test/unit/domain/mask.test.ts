import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskSecrets } from '../../../src/domain/mask.ts'
import { databaseUrl, KEY_BODY, keyBegin, keyEnd, SECRETS } from '../../support/secrets.ts'

describe('what is hidden', () => {
  it.each(Object.entries(SECRETS))('%s, but for its first characters', (_, secret) => {
    expect(maskSecrets(`before "${secret}" after`)).toBe(`before "${secret.slice(0, 4)}****" after`)
  })

  it('the password of an address', () => {
    const masked = maskSecrets(databaseUrl('app', 'kR7mzQ2w', 'db.acme.io'))
    expect(masked).toBe(databaseUrl('app', '****', 'db.acme.io'))
  })

  it('a password with an at sign in it', () => {
    expect(maskSecrets(`https:${'//'}app:kR7@mzQ2w@acme.io/x`)).toBe(`https:${'//'}app:****@acme.io/x`)
  })

  it('a password without a user', () => {
    expect(maskSecrets(`redis:${'//'}:kR7mzQ2w@cache:6379`)).toBe(`redis:${'//'}:****@cache:6379`)
  })

  it('the value of an Authorization header', () => {
    expect(maskSecrets('Authorization: Bearer abc.def-ghi_jkl')).toBe('Authorization: Bearer ****')
  })

  it('the body of a private key', () => {
    const key = [keyBegin(), KEY_BODY, KEY_BODY, keyEnd()].join('\n')
    expect(maskSecrets(`a\n${key}\nb`)).toBe(`a\n${keyBegin()}****${keyEnd()}\nb`)
  })

  it('the body of a key that was cut off', () => {
    expect(maskSecrets(`${keyBegin()}\\n${KEY_BODY}", x`)).toBe(`${keyBegin()}****", x`)
  })

  it('each of several keys', () => {
    const key = `${keyBegin()}\n${KEY_BODY}\n${keyEnd()}\n`
    expect(maskSecrets(key + key)).not.toContain(KEY_BODY.slice(0, 8))
  })
})

describe('what stays', () => {
  it.each([
    'plain text',
    'a bearer of news',
    'https://acme.io:8080/a@b',
    'git@github.com:acme/shop.git',
    'ghp_short',
    `const marker = '${keyBegin()}'`,
  ])('%s', text => {
    expect(maskSecrets(text)).toBe(text)
  })
})

const pieces = fc.oneof(
  fc.constantFrom(...Object.values(SECRETS), KEY_BODY, keyBegin(), keyEnd(), keyBegin('')),
  fc.constantFrom(
    '://',
    'https://',
    ':',
    '@',
    '/',
    ' ',
    '\n',
    '\\n',
    '-',
    '_',
    '****',
    'Bearer ',
    'bearer\t',
    '"',
  ),
  fc.string({ maxLength: 12 }),
  fc.stringMatching(/^[A-Za-z0-9]{0,20}$/),
)
const text = fc.array(pieces, { maxLength: 16 }).map(parts => parts.join(''))

describe('whatever the text', () => {
  it('masking it again changes nothing', () => {
    fc.assert(
      fc.property(text, value => {
        const masked = maskSecrets(value)
        expect(maskSecrets(masked)).toBe(masked)
      }),
      { numRuns: 5_000 },
    )
  })

  it('also where a token swallows the end of a key', () => {
    const masked = maskSecrets(`${keyBegin()}Bearer ${keyEnd()}${keyEnd()}`)
    expect(maskSecrets(masked)).toBe(masked)
  })

  it('it grows by no more than half', () => {
    fc.assert(fc.property(text, value => maskSecrets(value).length <= value.length * 1.5))
  })
})
