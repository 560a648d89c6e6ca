import { expect, test } from 'vitest'
import { versionIn } from '../../../../src/adapters/agents/version-of.ts'

test.each([
  ['2.1.326 (Claude Code)\n', '2.1.326'],
  ['codex-cli 0.169.0\n', '0.169.0'],
  ['GitHub Copilot CLI 1.0.102.\nRun `copilot update` to get 1.0.103.\n', '1.0.102'],
  ['2025.09.18-39624ef\n', '2025.09.18-39624ef'],
  ['v1.2.3-rc.1+build\n', '1.2.3-rc.1+build'],
  ['\x1b[31m1.2.3\x1b[0m', '1.2.3'],
  ['usage: claude', null],
  ['it costs 0.0125', null],
  ['', null],
])('%j is version %s', (text, version) => {
  expect(versionIn(text)).toBe(version)
})
