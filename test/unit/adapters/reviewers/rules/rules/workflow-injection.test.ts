import { workflowInjection } from '../../../../../../src/adapters/reviewers/rules/rules/workflow-injection.ts'
import { describeRule } from '../../../../../support/check-rule.ts'

const path = '.github/workflows/triage.yml'
const title = `\${{ github.event.issue.title }}`
const branch = `\${{ github.head_ref }}`

describeRule(workflowInjection, {
  finds: {
    'a title in a script': { path, diff: [' steps:', `+  - run: echo "${title}"`], at: 2 },
    'a branch in a longer script': {
      path,
      diff: ['+  - run: |', '+      set -e', `+      git checkout ${branch}`],
      at: 3,
    },
    'a script of github-script': { path, diff: ['+    script: |', `+      const t = "${title}"`], at: 2 },
    'a script whose beginning is out of sight': {
      path,
      diff: ['@@ 90', ' make', `+      echo "${title}" >> out`],
      at: 91,
    },
    'an action of our own': {
      path: '.github/actions/a/action.yml',
      diff: [`+    run: echo ${branch}`],
      at: 1,
    },
  },
  passes: {
    'a title passed through env': {
      path,
      diff: ['+    env:', `+      TITLE: ${title}`, '+    run: echo "$TITLE"'],
    },
    'an input of an action': { path, diff: ['+    with:', `+      ref: ${branch}`] },
    'a condition': { path, diff: [`+    if: ${title} != ''`] },
    'env out of sight': { path, diff: ['@@ 40', `+          TITLE: ${title}`] },
    'a body as JSON in a heredoc': {
      path,
      diff: ['+  run: |', "+    cat <<'EOF'", `+    \${{ toJSON(github.event.review.body) }}`, '+    EOF'],
    },
    'a number nobody can choose': { path, diff: [`+  - run: echo ${title.replace('title', 'number')}`] },
    'a group of runs': { path, diff: ['+concurrency:', `+  group: ${branch}`] },
    'another YAML file': { path: 'config/a.yml', diff: [`+run: echo ${title}`] },
    documentation: { path: 'docs/actions.md', diff: [`+run: echo ${title}`] },
  },
})
