import type { SourceLine } from '../file-view.ts'
import { newLines, type Rule } from '../rule.ts'

const WORKFLOW = /(?:^|\/)\.github\/(?:workflows\/[^/]+|actions\/.+\/action)\.ya?ml$|(?:^|\/)action\.ya?ml$/
/** What somebody without rights in the repository can choose freely. */
const EVENT = [
  '(?:issue|pull_request|discussion)\\.(?:title|body)',
  '(?:comment|review|review_comment)\\.body',
  'pull_request\\.head\\.(?:ref|label|repo\\.default_branch)',
  'head_commit\\.(?:message|author\\.(?:name|email))',
  'commits\\b.{0,20}\\.(?:message|author\\.(?:name|email))',
  'workflow_run\\.(?:head_branch|display_title|head_commit\\.message)',
  'pages\\b.{0,20}\\.page_name',
].join('|')
// As JSON it has neither line breaks nor loose quotes; that is how people make it safe for a heredoc or a script.
const UNTRUSTED = new RegExp(
  `\\$\\{\\{(?!\\s{0,4}toJSON\\()[^}]{0,200}\\bgithub\\.(?:head_ref\\b|event\\.(?:${EVENT}))`,
)
const SCRIPT = /^\s*(?:- )?\s*(?:run|script)\s*:/
const KEY = /^\s*(?:- )?\s*[\w-]+\s*:(?:\s|$)/

export const workflowInjection: Rule = {
  id: 'workflow-injection',
  severity: 'critical',
  topic: 'security',
  confidence: 'likely',
  reason: 'A stranger chooses this text, and it is pasted into the script before the shell reads it.',
  fix: 'Pass it through `env:` and use the variable, in quotes, in the script.',
  kinds: ['source', 'template'],
  languages: ['yaml'],
  check: file =>
    WORKFLOW.test(file.path)
      ? newLines(file, ({ text }, hunk, index) => UNTRUSTED.test(text) && isScript(hunk, index))
      : [],
}

/** The nearest line above that is indented less says what this one belongs to; if none is in sight, its own shape does. */
function isScript(hunk: readonly SourceLine[], index: number): boolean {
  const text = hunk[index]?.text ?? ''
  if (SCRIPT.test(text)) return true
  const depth = indentation(text)
  const parent = hunk
    .slice(0, index)
    .findLast(line => line.text.trim() !== '' && indentation(line.text) < depth)
  if (parent && KEY.test(parent.text)) return SCRIPT.test(parent.text)
  return !KEY.test(text)
}

const indentation = (text: string): number => text.search(/\S|$/)
