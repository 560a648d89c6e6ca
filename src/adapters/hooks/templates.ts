import { readFileSync } from 'node:fs'
import { packageFile } from '../../package.ts'

/** Which of our scripts answers which git hook. A clean merge runs post-merge and no post-commit, a rebase ends with post-rewrite. */
export const GIT_HOOKS = {
  'post-commit': 'request.sh',
  'post-merge': 'request.sh',
  'post-rewrite': 'request.sh',
  'post-checkout': 'request.sh',
  'pre-push': 'gate.sh',
} as const
export type GitHook = keyof typeof GIT_HOOKS
export const ALL_HOOKS = Object.keys(GIT_HOOKS) as GitHook[]
export type HookScript =
  | (typeof GIT_HOOKS)[GitHook]
  | 'gate-block.sh'
  | 'request-block.sh'
  | 'agent.sh'
  | 'lefthook.sh'
  | 'worktree.sh'

/** The scripts hold nothing of the repository they are put into, so no path has to survive quoting. No sh reads CRLF. */
export const hookScript = (name: HookScript): string =>
  readFileSync(packageFile('templates/hooks', name), 'utf8').replaceAll('\r\n', '\n')

/** Whether a file is a script of ours, of whatever version. */
export const isOurScript = (text: string): boolean => /^#!\/bin\/sh\n# wingman-hook \d+ /.test(text)

const BEGIN = '# >>> wingman: added by `wingman install`, removed by `wingman uninstall`'
const END = '# <<< wingman'
/** Checked out under core.autocrlf, our lines end as Windows ends them. */
const LAST_LINE = new RegExp(`^${END}\\r?\\n`, 'm')

/** For hook files that belong to the project (husky's, or a tracked folder): a marked block, and nothing but it is ours. */
function hookBlock(hook: GitHook): string {
  const lines = hookScript(hook === 'pre-push' ? 'gate-block.sh' : 'request-block.sh')
  return `${BEGIN}\n${lines.replaceAll('@hook@', hook)}${END}\n`
}

/** Whether lines for sh can stand in it. Git runs a file without an interpreter through sh. */
export function isShell(text: string): boolean {
  const [first = ''] = text.split('\n', 1)
  if (!first.startsWith('#!')) return !/[\0\uFFFD]/.test(text)
  return /^#!\s*(\S*\/)?(env\s+(-\S+\s+)*)?(\S*\/)?(sh|bash|dash|ash|ksh|mksh|zsh)(\s|$)/.test(first)
}

export function withBlock(text: string, hook: GitHook): string {
  const rest = withoutBlock(text)
  const at = HEAD.exec(rest)?.[0].length ?? 0
  const gap = at > 0 && rest[at - 1] !== '\n' ? '\n' : ''
  return rest.slice(0, at) + gap + hookBlock(hook) + rest.slice(at)
}

/**
 * Before everything else: a line above that reads standard input or exits would leave us with nothing to check. Only the
 * interpreter stands above us, and husky's line of versions 5 to 8, which starts the whole file a second time.
 */
const HEAD = /^(#![^\n]*(?:\n|$))?((?:[ \t]*(?:#[^\n]*)?\n)*\.[ \t][^\n]*\/husky\.sh"?[ \t]*(?:\n|$))?/

/** Whether a hook file is a script of ours, or has our block in it. */
export const holdsOurs = (text: string): boolean => isOurScript(text) || withoutBlock(text) !== text

export function withoutBlock(text: string): string {
  // At the start of a line: set in, it is in somebody's YAML, and goes by other rules.
  const from = text.startsWith(BEGIN) ? 0 : text.indexOf(`\n${BEGIN}`) + 1
  const end = text.startsWith(BEGIN, from) ? LAST_LINE.exec(text.slice(from)) : null
  return end ? text.slice(0, from) + text.slice(from + end.index + end[0].length) : text
}
