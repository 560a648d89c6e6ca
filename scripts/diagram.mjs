// Draws the session machine into docs/sessions.md. That it is up to date is a test: test/unit/docs-sessions.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { createJiti } from 'jiti'

const { withDiagram } = await createJiti(import.meta.url, { fsCache: false }).import('./session-diagram.ts')

const file = new URL('../docs/sessions.md', import.meta.url)
writeFileSync(file, withDiagram(readFileSync(file, 'utf8')))
