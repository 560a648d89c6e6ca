import { bidiControl } from '../../../../../../src/adapters/reviewers/rules/rules/bidi-control.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const line = `+const isAdmin = false /*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */`

describeRule(bidiControl, {
  finds: {
    'code that reads differently': { path: 'src/auth.ts', diff: ['+let a', line], at: 2 },
    'the same in a test': { path: 'test/auth.test.ts', diff: [line], at: 1 },
    'the same in a workflow': { path: '.github/workflows/ci.yml', diff: ['+run: echo \u202d'], at: 1 },
  },
  passes: {
    'the character as an escape': { path: 'src/a.ts', diff: [String.raw`+const RLO = '\u202e'`] },
    'Hebrew text': { path: 'src/a.ts', diff: ['+const hello = "שלום"'] },
    'a mark that only sets a direction': { path: 'src/a.ts', diff: ['+const a = "\u200fא"'] },
    'a translation': { path: 'src/locales/ar.ts', diff: ['+  name: "\u202bاسم\u202c",'] },
    documentation: { path: 'docs/bidi.md', diff: [line] },
    'a fixture': { path: 'test/fixtures/trojan.c', diff: [line] },
  },
})
