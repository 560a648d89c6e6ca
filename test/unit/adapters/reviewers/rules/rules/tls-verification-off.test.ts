import { tlsVerificationOff } from '../../../../../../src/adapters/reviewers/rules/rules/tls-verification-off.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const NODE = 'NODE_TLS_REJECT_UNAUTHORIZED'

describeRule(tlsVerificationOff, {
  finds: {
    'an agent of Node': {
      path: 'src/a.ts',
      diff: [' const x = 1', '+new Agent({ rejectUnauthorized: false })'],
      at: 2,
    },
    'the variable of Node': { path: 'src/a.ts', diff: [`+process.env.${NODE} = '0'`], at: 1 },
    'the variable in brackets': { path: 'src/a.ts', diff: [`+process.env['${NODE}'] = 0`], at: 1 },
    'the variable in a workflow': { path: '.github/workflows/a.yml', diff: [`+  ${NODE}: '0'`], at: 1 },
    'requests of Python': { path: 'a.py', diff: ['+requests.get(url, verify=False)'], at: 1 },
    'a session of Python': { path: 'a.py', diff: ['+self.session.verify = False'], at: 1 },
    'a context of Python': { path: 'a.py', diff: ['+ctx.verify_mode = ssl.CERT_NONE'], at: 1 },
    Go: { path: 'a.go', diff: ['+\tTLSClientConfig: &tls.Config{InsecureSkipVerify: true},'], at: 1 },
    'git in a script': { path: 'ci.sh', diff: ['+git config --global http.sslVerify false'], at: 1 },
    'curl of PHP': { path: 'a.php', diff: ['+curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, false);'], at: 1 },
  },
  passes: {
    'verification left on': { path: 'src/a.ts', diff: ['+new Agent({ rejectUnauthorized: true })'] },
    'a choice of the user': { path: 'src/a.ts', diff: ['+new Agent({ rejectUnauthorized: !insecure })'] },
    'a flag that asks for it': {
      path: 'a.go',
      diff: ['+if opts.Insecure {', '+\tc.InsecureSkipVerify = true', '+}'],
    },
    'a server on this machine': {
      path: 'a.py',
      diff: ['+requests.get("https://localhost:8443", verify=False)'],
    },
    'the words in a comment': { path: 'src/a.ts', diff: ['+send() // never set rejectUnauthorized: false'] },
    'another verify': { path: 'a.py', diff: ['+save(user, verify=False)'] },
    'a comparison': { path: 'a.py', diff: ['+if ctx.verify_mode == ssl.CERT_NONE:'] },
    'a test': { path: 'test/a.test.ts', diff: ['+new Agent({ rejectUnauthorized: false })'] },
    'a line a formatter changed': {
      path: 'a.py',
      diff: ["-x.cert_reqs = 'CERT_NONE'", '+    x.cert_reqs = "CERT_NONE"'],
    },
  },
})
