import { unsafeLoad } from '../../../../../../src/adapters/reviewers/rules/rules/unsafe-load.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const path = 'app/config.py'

describeRule(unsafeLoad, {
  finds: {
    'yaml.load without a loader': { path, diff: [' import yaml', '+data = yaml.load(text)'], at: 2 },
    'the unsafe loader': { path, diff: ['+yaml.load(text, Loader=yaml.UnsafeLoader)'], at: 1 },
    'the plain loader': { path, diff: ['+yaml.load(text, Loader=yaml.Loader)'], at: 1 },
    unsafe_load: { path, diff: ['+yaml.unsafe_load(text)'], at: 1 },
    'a pickle from a request': { path, diff: ['+user = pickle.loads(request.data)'], at: 1 },
    'a pickle from a cookie': { path, diff: ['+pickle.loads(base64.b64decode(cookie))'], at: 1 },
    'unsafe_load of Ruby': { path: 'app/a.rb', diff: ['+YAML.unsafe_load(text)'], at: 1 },
  },
  passes: {
    safe_load: { path, diff: ['+yaml.safe_load(text)'] },
    'a safe loader': {
      path,
      diff: ['+yaml.load(text, Loader=yaml.SafeLoader)', '+yaml.load(t, yaml.CSafeLoader)'],
    },
    'a safe loader on the next line': {
      path,
      diff: ['+yaml.load(', '+    text,', '+    Loader=SafeLoader,', '+)'],
    },
    ruamel: { path, diff: ['+yaml = YAML()', '+data = yaml.load(text)'] },
    'a pickle of its own': { path, diff: ['+pickle.loads(pickle.dumps(obj))', '+pickle.load(cache_file)'] },
    'the words in a string': { path, diff: ['+raise ValueError("yaml.load(x) is unsafe")'] },
    'the words in a comment': { path, diff: ['+# yaml.load(text)'] },
    'a test': { path: 'tests/test_config.py', diff: ['+yaml.load(text)'] },
    'yaml.load of JavaScript': { path: 'src/a.ts', diff: ['+yaml.load(text)'] },
  },
})
