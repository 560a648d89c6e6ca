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

  it.each([
    ['in a diff', (key: string[]) => key.map(line => `+${line}`)],
    ['in code', (key: string[]) => key.map(line => `  "${line}\\n" +`)],
    ['in a comment', (key: string[]) => key.map(line => ` * ${line}`)],
    ['in JSON', (key: string[]) => [JSON.stringify({ key: key.join('\n') })]],
    ['with a short last line', (key: string[]) => [...key.slice(0, -1), 'Zm9v', ...key.slice(-1)]],
  ])('a key %s', (_, written) => {
    const masked = maskSecrets(written([keyBegin(), KEY_BODY, KEY_BODY, keyEnd()]).join('\n'))
    expect(masked).toMatch(/-----[*]{4}-----END/)
  })

  it('a key between lines that are none', () => {
    const masked = maskSecrets(`${keyBegin()}\nrun(x)\n${KEY_BODY}\n${keyEnd()}`)
    expect(masked).toBe(`${keyBegin()}\nrun(x)\n****\n${keyEnd()}`)
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
    // What is no secret is not hidden from whoever reviews it.
    `// ${keyBegin()}\nsteal(process.env)\nevil()\n// ${keyEnd()}`,
    `// ${keyBegin()}\n+poweroff\n+deleteAll\n+rest`,
    `${keyBegin()}\n+isAdmin=true\n+allow=1`,
    `get(\`http:${'//'}u:\${steal(env)}@h\`)`,
    `get("http:${'//'}u:#{steal(env)}@h")`,
    `let bearer\nallowAll=true`,
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

  it.each(['\\', ' ', 'A', '"', '\n', '=', '+'])('five megabytes of %j in a key take no time', filler => {
    const began = performance.now()
    maskSecrets(`${keyBegin()}\n.${filler.repeat(5_000_000)}.\n${keyEnd()}`)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('it grows by no more than half', () => {
    fc.assert(fc.property(text, value => maskSecrets(value).length <= value.length * 1.5))
  })
})
