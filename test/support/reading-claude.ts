import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'
import { temporaryFolder } from './repository.ts'

export interface ReadingClaude {
  /** Everything that it could get at: its prompt, its environment, every file below its folder, links followed. */
  saw(): string
}

/** A `claude` that looks at all there is and then says what it is told to: first on PATH until the test ends (`vi.unstubAllEnvs`). */
export function readingClaude(answer: object): ReadingClaude {
  const folder = temporaryFolder()
  const log = join(folder, 'saw')
  const result = {
    ...{ type: 'result', subtype: 'success', is_error: false, result: '', session_id: 's' },
    structured_output: answer,
  }
  const script = `#!/bin/sh
{ cat; env; find . ; find -L . -type f -exec cat {} +; git status; } >>'${log}' 2>/dev/null
cat <<'EOF'
${JSON.stringify(result)}
EOF
`
  writeFileSync(join(folder, 'claude'), script)
  chmodSync(join(folder, 'claude'), 0o755)
  writeFileSync(log, '')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
  return { saw: () => readFileSync(log, 'latin1') }
}
