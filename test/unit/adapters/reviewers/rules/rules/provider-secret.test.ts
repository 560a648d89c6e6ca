import { providerSecretRule } from '../../../../../../src/adapters/reviewers/rules/rules/provider-secret.ts'
import { describeRule } from '../../../../../support/check-rule.ts'
import { GITHUB_TOKEN, SECRETS } from '../../../../../support/secrets.ts'

const line = (secret: string) => `+const key = '${secret}'`

describeRule(providerSecretRule, {
  finds: {
    ...Object.fromEntries(
      Object.entries(SECRETS).map(([name, secret]) => [
        name,
        { path: 'src/client.ts', diff: [' const a = 1', line(secret)], at: 2 },
      ]),
    ),
    'a token after an escaped line break': {
      path: 'deploy.sh',
      diff: [`+printf "x\\n${GITHUB_TOKEN}"`],
      at: 1,
    },
    'a token in a file without an extension': { path: '.env', diff: [`+TOKEN=${GITHUB_TOKEN}`], at: 1 },
    'a token in a comment': { path: 'src/a.py', diff: [`+# ${GITHUB_TOKEN}`], at: 1 },
    'a token far out in a long line': {
      path: 'src/data.json',
      diff: [`+${'{"a":1},'.repeat(2000)}"${GITHUB_TOKEN}"`],
      at: 1,
    },
  },
  passes: {
    'the key id of the documentation of AWS': { path: 'src/a.ts', diff: [line(`AK${'IA'}IOSFODNN7EXAMPLE`)] },
    'a row of x': { path: 'src/a.ts', diff: [line(`gh${'p_'}${'x'.repeat(36)}`)] },
    'a token that counts up': {
      path: 'src/a.ts',
      diff: [line(`gh${'p_'}1234567890abcdefghijklmnopqrstuvwxyz`)],
    },
    'a test key of Stripe': { path: 'src/a.ts', diff: [line(`sk${'_test_'}${GITHUB_TOKEN.slice(4, 28)}`)] },
    'a prefix alone': { path: 'src/a.ts', diff: [`+if (token.startsWith('ghp_')) return`] },
    'a pattern that finds tokens': { path: 'src/a.ts', diff: ['+const TOKEN = /ghp_[A-Za-z0-9]{36}/'] },
    'a token in a test': { path: 'test/client.test.ts', diff: [line(GITHUB_TOKEN)] },
    'a token in the documentation': { path: 'README.md', diff: [line(GITHUB_TOKEN)] },
    'a token that only moved': {
      path: 'src/a.ts',
      diff: [`-${line(GITHUB_TOKEN).slice(1)}`, `+  ${line(GITHUB_TOKEN).slice(1)}`],
    },
    'a token that was there before': {
      path: 'src/a.ts',
      diff: [` ${line(GITHUB_TOKEN).slice(1)}`, '+const b = 2'],
    },
    'a token that is taken out': { path: 'src/a.ts', diff: [`-${line(GITHUB_TOKEN).slice(1)}`] },
    'a hash that contains the letters of a prefix': {
      path: 'src/a.ts',
      diff: [`+const sri = 'sha512-0${GITHUB_TOKEN}'`],
    },
  },
})
