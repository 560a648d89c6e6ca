import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withDiagram } from '../../scripts/session-diagram.ts'

const DOCUMENT = readFileSync(new URL('../../docs/sessions.md', import.meta.url), 'utf8')

test('the diagram of sessions shows the machine as it is; `npm run diagram` draws it anew', () => {
  expect(withDiagram(DOCUMENT)).toBe(DOCUMENT)
  expect(DOCUMENT).toContain('[*] --> idle: session-start')
})
