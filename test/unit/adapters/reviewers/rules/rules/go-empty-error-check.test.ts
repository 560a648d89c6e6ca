import { goEmptyErrorCheck } from '../../../../../../src/adapters/reviewers/rules/rules/go-empty-error-check.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const path = 'pkg/store.go'

describeRule(goEmptyErrorCheck, {
  finds: {
    'an empty body': { path, diff: [' x, err := f()', '+\tif err != nil {', '+\t}'], at: 2 },
    'an empty body on one line': { path, diff: ['+if err != nil {}'], at: 1 },
    'an error of the statement itself': { path, diff: ['+if err := f(); err != nil {', '+}'], at: 1 },
    'an error by another name': { path, diff: ['+if closeErr != nil {', '+}'], at: 1 },
    'a body that was emptied': { path, diff: [' if err != nil {', '-\treturn err', ' }'], at: 1 },
  },
  passes: {
    'a handled error': { path, diff: ['+if err != nil {', '+\treturn err', '+}'] },
    'a reason in a comment': { path, diff: ['+if err != nil {', '+\t// the file may be gone', '+}'] },
    'an empty body that was there': { path, diff: [' if err != nil {', ' }', '+x := 1'] },
    'an empty body that was indented': {
      path,
      diff: ['-if err != nil {', '-}', '+\tif err != nil {', '+\t}'],
    },
    'the opposite question': { path, diff: ['+if err == nil {', '+}'] },
    'another language': { path: 'a.ts', diff: ['+if (err != nil) {', '+}'] },
    'a body that the hunk does not show': { path, diff: ['+if err != nil {', '@@ 90', ' }'] },
  },
})
