import { markdownFence } from '../../../../../../src/adapters/reviewers/rules/rules/markdown-fence.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

describeRule(markdownFence, {
  finds: {
    'a file that begins with a fence': {
      path: 'src/a.ts',
      diff: ['+```typescript', '+const a = 1', '+```'],
      at: 1,
    },
    'a fence without a language': { path: 'a.py', diff: ['+```', '+a = 1'], at: 1 },
  },
  passes: {
    'a fence further down': { path: 'src/a.ts', diff: ['+/**', '+```ts', '+```', '+*/'] },
    'a fence at the top of a hunk': { path: 'a.py', diff: ['@@ 40', '+```python'] },
    Markdown: { path: 'NOTES.md', diff: ['+```ts'] },
    'a template string': { path: 'src/a.ts', diff: ['+`text`'] },
    'a prompt': { path: 'prompts/a.py', diff: ['+```json'] },
    'a file we cannot read': { path: 'answer.out', diff: ['+```'] },
  },
})
