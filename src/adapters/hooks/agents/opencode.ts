import { readFileSync } from 'node:fs'
import { WingmanError } from '../../../errors.ts'
import { packageFile } from '../../../package.ts'
import type { AgentSettings } from './agent-settings.ts'

const MARK = /^\/\/ wingman-plugin \d+/

const plugin = (): string =>
  readFileSync(packageFile('templates', 'agents', 'opencode.js'), 'utf8').replaceAll('\r\n', '\n')

/** No settings but a file of our own, which is all or nothing. */
export const opencode: AgentSettings = {
  name: 'opencode',
  title: 'opencode',
  own: '.opencode/plugins/wingman.js',
  team: '.opencode/plugins/wingman.js',
  told: null,
  withOurs(text, file) {
    if (text !== null && text.trim() !== '' && !MARK.test(text)) throw theirs(file)
    return plugin()
  },
  withoutOurs: text => (MARK.test(text) ? '' : text),
  lacking: text => (MARK.test(text) ? [] : ['plugin']),
}

function theirs(file: string): WingmanError {
  return new WingmanError({
    code: 'E_SETTINGS',
    message: `${file} is not wingman's, so it was not touched.`,
    hint: 'Move it elsewhere, then run `wingman install --agents opencode` again.',
  })
}
