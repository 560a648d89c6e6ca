import { privateKey } from '../../../../../../src/adapters/reviewers/rules/rules/private-key.ts'
import { describeRule } from '../../../../../support/check-rule.ts'
import { KEY_BODY, keyBegin, keyEnd } from '../../../../../support/secrets.ts'

const pem = (type?: string) => [`+${keyBegin(type)}`, `+${KEY_BODY}`, `+${KEY_BODY}`, `+${keyEnd(type)}`]

describeRule(privateKey, {
  finds: {
    'an RSA key': { path: 'deploy/id_rsa', diff: pem(), at: 1 },
    'a key of OpenSSH': { path: 'keys/id', diff: pem('OPENSSH '), at: 1 },
    'a key without a type, inside YAML': {
      path: 'k8s/secret.yaml',
      diff: ['+  tls.key: |', `+    ${keyBegin('')}`, `+    ${KEY_BODY}`],
      at: 2,
    },
    'a key on one line': {
      path: 'src/key.ts',
      diff: [`+const key = '${keyBegin()}\\n${KEY_BODY}\\n'`],
      at: 1,
    },
    'a key with a header before its body': {
      path: 'server.pem',
      diff: [`+${keyBegin()}`, '+Proc-Type: 4,ENCRYPTED', '+', `+${KEY_BODY}`],
      at: 1,
    },
  },
  passes: {
    'code that recognises keys': {
      path: 'src/pem.ts',
      diff: [`+if (text.startsWith('${keyBegin()}')) {`, '+  return parse(text)', '+}'],
    },
    'a key that is filled in later': {
      path: 'src/pem.ts',
      diff: [`+const key = \`${keyBegin()}\\n\${body}\``],
    },
    'a key of dots': { path: 'config.yaml', diff: [`+${keyBegin()}`, '+...', `+${keyEnd()}`] },
    'a key of one letter': { path: 'config.yaml', diff: [`+${keyBegin()}`, `+${'A'.repeat(64)}`] },
    'a public key': {
      path: 'src/a.pem',
      diff: [`+${keyBegin().replace('RSA PRIVATE', 'PUBLIC')}`, `+${KEY_BODY}`],
    },
    'the key of a test server': { path: 'test/fixtures/server.key', diff: pem() },
    'a key in the documentation': { path: 'docs/tls.md', diff: pem() },
  },
})
