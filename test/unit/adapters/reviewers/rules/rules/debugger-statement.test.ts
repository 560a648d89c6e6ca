import { debuggerStatement } from '../../../../../../src/adapters/reviewers/rules/rules/debugger-statement.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

describeRule(debuggerStatement, {
  finds: {
    debugger: { path: 'src/a.ts', diff: [' let a', '+  debugger;'], at: 2 },
    'debugger without a semicolon': { path: 'src/a.vue', diff: ['+debugger'], at: 1 },
    'debugger inside a block': { path: 'src/a.js', diff: ['+if (x) { debugger; }'], at: 1 },
    'debugger with a comment': { path: 'src/a.js', diff: ['+debugger // why?'], at: 1 },
    'breakpoint()': { path: 'a.py', diff: ['+    breakpoint()'], at: 1 },
    'pdb in one line': { path: 'a.py', diff: ['+import pdb; pdb.set_trace()'], at: 1 },
    'ipdb in a test': { path: 'tests/test_a.py', diff: ['+    ipdb.set_trace()'], at: 1 },
    pry: { path: 'app/a.rb', diff: ['+    binding.pry'], at: 1 },
  },
  passes: {
    'the word in a string': { path: 'src/a.ts', diff: ["+const words = ['debugger', `debugger;`]"] },
    'the word in a comment': { path: 'src/a.ts', diff: ['+// debugger;', '+ * debugger'] },
    'a property': {
      path: 'src/a.ts',
      diff: ['+this.debugger = 1', '+  debugger: true,', '+debugger.attach()'],
    },
    'one that a linter was told about': {
      path: 'a.js',
      diff: ['+// eslint-disable-next-line no-debugger', '+debugger;'],
    },
    'one with noqa': { path: 'a.py', diff: ['+breakpoint()  # noqa: T100'] },
    'a docstring': { path: 'a.py', diff: ['+"""', '+breakpoint()', '+"""'] },
    'a function of that name': { path: 'a.py', diff: ['+def breakpoint():', '+    self.breakpoint()'] },
    'an example': { path: 'examples/debug.js', diff: ['+debugger'] },
    'one that was indented': { path: 'a.js', diff: ['-debugger', '+  debugger'] },
  },
})
