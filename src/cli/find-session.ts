import { allSessions } from '../adapters/store/sessions.ts'
import { oneLine } from '../domain/plain-text.ts'
import { type Session, sessionName } from '../domain/session.ts'
import { WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/** By its id or the beginning of it, with or without the agent in front: `0b5e`, `claude:0b5e`. */
export async function findSession({ at, ports }: Project, name: string): Promise<Session> {
  const sessions = await allSessions(at, ports.clock.now())
  const called = (session: Session) => [session.id, sessionName(session)]
  const exact = sessions.filter(session => called(session).includes(name))
  const begun = sessions.filter(session => name !== '' && called(session).some(is => is.startsWith(name)))
  const [found, ...others] = exact.length > 0 ? exact : begun
  if (!found) throw isUnknown(name)
  if (others.length === 0) return found
  const names = [found, ...others].map(sessionName)
  throw new WingmanError({
    code: 'E_AMBIGUOUS',
    message: `${names.length} sessions begin with \`${oneLine(name)}\`.`,
    hint: names.slice(0, 5).join('\n'),
  })
}

const isUnknown = (name: string): WingmanError =>
  new WingmanError({
    code: 'E_NOT_FOUND',
    message: `There is no session \`${oneLine(name)}\`.`,
    hint: 'See which ones there are with `wingman sessions list --all`.',
  })
