import type { GitDoor } from '../git/door.ts'
import { GIT_HOOKS, type GitHook } from './templates.ts'

/** A hook that git's own config switches off, and the config that says so. */
export interface SwitchedOff {
  hook: GitHook
  scope: string
}

/**
 * `hook.<event>.enabled`, of git 2.55 and newer. What it means for a file in the hooks folder has not come to rest there:
 * some versions pass over it and some do not, so we name it and rely on neither.
 */
export async function switchedOff(git: GitDoor): Promise<SwitchedOff[]> {
  const { stdout } = await git.attempt([
    'config',
    '--show-scope',
    '-z',
    '--get-regexp',
    '^hook\\..*\\.enabled$',
  ])
  const last = new Map(settings(stdout.toString()).map(setting => [setting.key, setting]))
  return (Object.keys(GIT_HOOKS) as GitHook[]).flatMap(hook => {
    const setting = last.get(`hook.${hook}.enabled`)
    return setting && FALSE.test(setting.value) ? [{ hook, scope: setting.scope }] : []
  })
}

// A key without a value is true, one with an empty value false.
const FALSE = /^(false|no|off|0|)$/i

function settings(text: string): { scope: string; key: string; value: string }[] {
  const fields = text.split('\0')
  return fields.flatMap((field, at) => {
    if (at % 2 === 0 || field === '') return []
    const [key = '', value = 'true'] = field.split('\n', 2)
    return [{ scope: fields[at - 1] ?? '', key, value }]
  })
}
