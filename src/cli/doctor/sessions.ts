import { join } from 'node:path'
import { namesIn, readIfThere } from '../../adapters/store/files.ts'
import { parseSession } from '../../adapters/store/session-file.ts'
import { setAside } from '../../adapters/store/set-aside.ts'
import type { Check, Problem } from './check.ts'

export const sessionsCheck: Check = {
  name: 'sessions',
  async look({ at }) {
    const problems: Problem[] = []
    for (const name of await namesIn(at.sessions)) {
      const where = join(at.sessions, name)
      const text = name.startsWith('.tmp-') ? null : await readIfThere(where).catch(() => '')
      const session = text === null ? text : parseSession(text)
      if (session === 'newer')
        problems.push({
          what: 'a session was noted by a newer wingman',
          where,
          hint: 'Update git-wingman here.',
        })
      else if (text !== null && session === null)
        problems.push({
          what: 'what was noted of an agent is damaged, so nobody knows whether it is at work',
          where,
          mend: { how: 'sets it aside', act: () => setAside(at, where) },
        })
    }
    return problems
  },
}
