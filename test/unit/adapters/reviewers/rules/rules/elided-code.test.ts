import { elidedCode } from '../../../../../../src/adapters/reviewers/rules/rules/elided-code.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const rest = 'rest of'
const existing = 'existing'

describeRule(elidedCode, {
  finds: {
    'the rest of the code': {
      path: 'src/a.ts',
      diff: ['+const a = 1', `+// ... ${rest} the code unchanged`],
      at: 2,
    },
    'the rest of a function in Python': {
      path: 'a.py',
      diff: [`+    # ... (${rest} the function remains the same)`],
      at: 1,
    },
    'existing code between dots': { path: 'src/a.ts', diff: [`+  // ... ${existing} code ...`], at: 1 },
    'existing imports': { path: 'src/a.ts', diff: [`+// ... ${existing} imports ...`], at: 1 },
    'a comment of JSX': { path: 'src/a.tsx', diff: [`+  {/* ... ${rest} the component ... */}`], at: 1 },
    'a sentence without dots': { path: 'main.go', diff: [`+// The ${rest} the file stays the same.`], at: 1 },
    'a comment of HTML': { path: 'index.html', diff: [`+<!-- ... ${existing} content ... -->`], at: 1 },
    'an order to keep code': { path: 'src/a.ts', diff: [`+// keep ${existing} code here`], at: 1 },
  },
  passes: {
    'prose about the rest of the code': {
      path: 'src/a.ts',
      diff: [
        `+// The ${rest} the code expects a sorted list.`,
        `+// so that the ${rest} the file can be skipped`,
      ],
    },
    'rest parameters': { path: 'src/a.ts', diff: ['+function f(...rest) {} // ...rest of the arguments'] },
    'a spread': { path: 'src/a.ts', diff: ['+  ...existingCode,'] },
    'the sentence in a prompt': {
      path: 'src/a.ts',
      diff: ['+const prompt = `', `+// ... ${existing} code ...`, '+`'],
    },
    'an et cetera': { path: 'src/a.ts', diff: ['+// one, two, ...', '+// ...'] },
    'prose that says existing code': { path: 'a.py', diff: [`+# ${existing} code relies on this order`] },
    documentation: { path: 'docs/a.md', diff: [`+// ... ${rest} the code`] },
    'a tutorial': { path: 'examples/a.ts', diff: [`+// ... ${rest} the code`] },
  },
})
