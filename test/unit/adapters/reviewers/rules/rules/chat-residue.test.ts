import { chatResidue } from '../../../../../../src/adapters/reviewers/rules/rules/chat-residue.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const here = "Here's"

describeRule(chatResidue, {
  finds: {
    'the answer as it was given': {
      path: 'src/a.ts',
      diff: [`+${here} the updated code:`, '+const a = 1'],
      at: 1,
    },
    'the answer as a comment': {
      path: 'a.py',
      diff: ['+import os', `+# ${here} the complete implementation`],
      at: 2,
    },
    'a friendly beginning': { path: 'src/a.go', diff: [`+Certainly! ${here} a function that sorts.`], at: 1 },
    'a model speaking of itself': {
      path: 'src/a.ts',
      diff: ['+// As an AI language model, I cannot run this.'],
      at: 1,
    },
    'a goodbye': { path: 'src/a.ts', diff: ['+// Let me know if you would like me to add tests.'], at: 1 },
  },
  passes: {
    'a sentence in a string': { path: 'src/bot.ts', diff: [`+const hello = "${here} the updated code:"`] },
    'a sentence in a longer prompt': {
      path: 'a.py',
      diff: ['+PROMPT = """', '+As an AI language model, answer.', '+"""'],
    },
    'a comment that begins with here is': {
      path: 'src/a.ts',
      diff: ['+// Here is the list of hosts', `+// ${here} where it starts`],
    },
    'a sure in prose': {
      path: 'src/a.ts',
      diff: ['+// Sure, this could be faster', '+// Of course, it may be null'],
    },
    documentation: { path: 'README.md', diff: [`+${here} the updated code:`] },
    'a name that begins alike': { path: 'src/a.ts', diff: ['+certainly(here)', '+sure.here()'] },
  },
})
