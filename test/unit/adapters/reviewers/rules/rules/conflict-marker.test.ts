import { conflictMarker } from '../../../../../../src/adapters/reviewers/rules/rules/conflict-marker.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const [BEGIN, MIDDLE, END] = ['<', '=', '>'].map(mark => mark.repeat(7))
const conflict = [`+${BEGIN} HEAD`, '+const a = 1', `+${MIDDLE}`, '+const a = 2', `+${END} topic`]

describeRule(conflictMarker, {
  finds: {
    'a conflict in code': { path: 'src/a.ts', diff: [' const b = 0', ...conflict], at: 2 },
    'a conflict in the changelog': { path: 'CHANGELOG.md', diff: conflict, at: 1 },
    'a conflict in a lockfile': { path: 'package-lock.json', diff: conflict, at: 1 },
    'a conflict in a test': { path: 'test/a.test.ts', diff: conflict, at: 1 },
    'a conflict inside a string': { path: 'src/a.ts', diff: ['+const text = `', ...conflict, '+`'], at: 2 },
    'an edit that an agent never applied': {
      path: 'src/a.py',
      diff: conflict.map(line => line.replace('HEAD', 'SEARCH')),
      at: 1,
    },
    'a conflict without names': {
      path: 'src/a.py',
      diff: [`+${BEGIN}`, '+a = 1', `+${MIDDLE}`, '+a = 2', `+${END}`],
      at: 1,
    },
  },
  passes: {
    'the beginning alone': { path: 'src/a.ts', diff: [`+${BEGIN} HEAD`, '+const a = 1'] },
    'both ends without a middle': { path: 'src/a.ts', diff: [`+${BEGIN} HEAD`, `+${END} topic`] },
    'the ends in the wrong order': { path: 'a.txt', diff: [`+${END} a`, `+${MIDDLE}`, `+${BEGIN} b`] },
    'a heading that is underlined': { path: 'README.rst', diff: ['+Install', `+${MIDDLE}`] },
    'a conflict shown in a fence': { path: 'docs/merging.md', diff: ['+```diff', ...conflict, '+```'] },
    'a conflict in the string of a test': {
      path: 'test/merge.test.ts',
      diff: ['+const text = `', ...conflict, '+`'],
    },
    'a prompt that teaches the format of an edit': {
      path: 'src/prompts.py',
      diff: ['+PROMPT = """', ...conflict.map(line => line.replace('HEAD', 'SEARCH')), '+"""'],
    },
    'a conflict kept as a fixture': { path: 'test/fixtures/conflict.txt', diff: conflict },
    'a conflict that is indented': { path: 'src/a.ts', diff: conflict.map(line => `+  ${line.slice(1)}`) },
    'a conflict being resolved': { path: 'src/a.ts', diff: conflict.map(line => `-${line.slice(1)}`) },
  },
})
