import { readFileSync, realpathSync } from 'node:fs'
import { locate } from '../../adapters/git/locate.ts'
import { notePush } from '../../adapters/store/pushes.ts'
import { switchedOff } from '../../adapters/store/switch.ts'
import { type PushedRef, parsePushedRef } from '../../domain/gate.ts'
import { WingmanError } from '../../errors.ts'
import { heldHeader, unreadableRefs } from '../../gate-messages.ts'
import { paintFor } from '../../paint.ts'
import { askGate, type GateRequest } from '../ask-gate.ts'
import { openProject, type Project } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { fail } from '../fail.ts'
import { here } from '../here.ts'

/** What gate.sh takes for a yes. Not 0: with that a program ends too that never came to an answer. An older gate.sh knows no other. */
const ALLOWED = Number(process.env.WINGMAN_YES) || EXIT.fine

/** Git's pre-push: `<remote name> <url>`, and the refs on standard input. Whatever fails here holds the push. */
export async function prePush([remote = '', url = remote]: string[]): Promise<number> {
  try {
    const refs = refsOn(wholeInput())
    if (refs.length === 0) return ALLOWED
    const paintNow = () => paintFor(process.stderr)
    const project = pushedProject()
    // The hook's sh looks first; one of an older wingman does not.
    if (switchedOff(project.at)) return ALLOWED
    const asking = { remote, url, refs, paintNow, pushing: true }
    const { answer, text, cargo } = await askGate(project, asking).catch(noted(project, asking))
    if (text) process.stderr.write(`${text}\n`)
    if (answer.allowed) notePush(project.at.pushes, remote, refs)
    if (cargo) await (await import('../carry.ts')).carry(project, { remote, url, refs }, cargo)
    return answer.allowed ? ALLOWED : EXIT.held
  } catch (error) {
    process.stderr.write(`${heldHeader()}\n`)
    fail(error)
    return EXIT.held
  }
}

/** That it came to no answer goes into the journal as well, and then on its way. */
export const noted =
  (project: Project, { refs, remote }: Pick<GateRequest, 'refs' | 'remote'>) =>
  async (error: unknown): Promise<never> => {
    const { keepFailed } = await import('../exceptions.ts')
    await keepFailed(project, { error, refs, remote })
    throw error
  }

/** Git may have been told of a repository elsewhere (`--git-dir`); the one around this folder would answer for another. */
export function pushedProject(): Project {
  const told = process.env.GIT_DIR
  if (told === undefined) return openProject()
  if (locate(here()) === null) throw notIts(told, 'is of no repository')
  const project = openProject()
  if (realpathSync(told) === realpathSync(project.paths.gitDir)) return project
  throw notIts(told, 'is of another repository')
}

const notIts = (told: string, folder: string): WingmanError =>
  new WingmanError({
    code: 'E_NOT_A_REPOSITORY',
    kind: 'undecided',
    message: `what is pushed belongs to ${told}, and this folder ${folder}.`,
    hint: 'Push from inside its own working tree.',
  })

/** Whose sh was ended while it handed the refs over has handed over fewer, or none: of those nobody is asked. An older gate.sh does not tell. */
function wholeInput(): string {
  const input = readFileSync(0, 'utf8')
  const last = process.env.WINGMAN_LAST
  // For us alone: a push of whatever we start ends with another one.
  delete process.env.WINGMAN_LAST
  if (last === undefined || input.trimEnd().split('\n').at(-1) === last) return input
  throw new WingmanError({
    code: 'E_GIT',
    kind: 'undecided',
    message: 'what git said of the push came only in part.',
    hint: 'Push again.',
  })
}

function refsOn(input: string): PushedRef[] {
  return input
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const ref = parsePushedRef(line)
      if (ref) return ref
      throw new WingmanError({ code: 'E_GIT', kind: 'undecided', message: unreadableRefs(line) })
    })
}
