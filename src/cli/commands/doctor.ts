import { switchedOff } from '../../adapters/store/switch.ts'
import { oneLine, plainText } from '../../domain/plain-text.ts'
import { sentenceOf } from '../../errors.ts'
import { count, heldByWhom, OFF_FOR_ALL } from '../../messages.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import type { Mend, Problem } from '../doctor/check.ts'
import { type Examined, examine } from '../doctor/index.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'
import { takeLock } from '../take-lock.ts'
import { typable } from '../typable.ts'
import { isOffInConfig } from '../use-config.ts'
import { wakeWorker } from '../wait-for-review.ts'

export interface DoctorOptions {
  fix?: boolean
  json?: boolean
}

/** What was found, and what became of it. */
interface Finding extends Problem {
  check: string
  /** What `--fix` does about it; null when only a person can. */
  fix: string | null
  mended: boolean
}

// A review that goes on for longer than this has the lock for a good reason.
const TRIES = 20

/** `wingman doctor`: what is wrong here, and with `--fix` no longer. */
export async function doctor({ fix = false, json }: DoctorOptions): Promise<number> {
  const project = openProject()
  const examined = await examine(project)
  const findings = examined.flatMap(({ check, problems }) => problems.map(problem => found(check, problem)))
  if (fix) await mendAll(project, findings)
  if (json) printJson({ version: 1, checks: examined.map(asData), findings: findings.map(withoutMend) })
  else print([...lines(examined, findings, commandOf(project)), ...(await offLines(project))].join('\n'))
  return findings.every(({ mended }) => mended) ? EXIT.fine : EXIT.held
}

/** Hooks that are in order and do nothing: nobody should take that for protection. */
async function offLines(project: Project): Promise<string[]> {
  const forAll = (await isOffInConfig(project)) ? [paint().yellow(OFF_FOR_ALL)] : []
  const reach = switchedOff(project.at)
  if (!reach) return forAll
  const [where, option] = reach === 'person' ? ['for you everywhere', ' --global'] : ['in this clone', '']
  const how = `But it is disabled ${where}. Enable it: \`wingman enable${option}\``
  return [...forAll, paint().yellow(typable(how, commandOf(project)))]
}

const asData = ({ check, problems }: Examined) => ({ check, well: problems.length === 0 })

const withoutMend = ({ mend: _, ...finding }: Finding) => finding

function found(check: string, problem: Problem): Finding {
  const { mend = null } = problem
  return { detail: null, hint: null, ...problem, check, mend, fix: mend?.how ?? null, mended: false }
}

async function mendAll(project: Project, findings: readonly Finding[]): Promise<void> {
  const of = (when: Mend['unlocked']) => findings.filter(({ mend }) => mend && mend.unlocked === when)
  for (const finding of of('before')) await treat(project, finding)
  const locked = of(undefined)
  if (locked.length > 0) await underLock(project, locked)
  for (const finding of of('after')) await treat(project, finding)
  // A request that lost its worker a moment ago is not yet worth a word; it is taken up all the same.
  await wakeWorker(project)
}

/** As whoever cleans up: nobody reviews meanwhile, and what began before begins anew. */
async function underLock(project: Project, findings: readonly Finding[]): Promise<void> {
  const lock = await takeLock(project.at.lock, 'doctor --fix', TRIES)
  if ('holder' in lock) {
    for (const finding of findings) finding.detail = `${heldByWhom(lock.holder)}. Try again when it is done.`
    return
  }
  try {
    for (const finding of findings) await treat(project, finding)
    await project.ports.epoch.bump()
  } finally {
    await lock.release()
  }
}

async function treat({ ports }: Project, finding: Finding): Promise<void> {
  try {
    await finding.mend?.act()
    ports.log.info('doctor.mended', { check: finding.check })
    finding.mended = true
  } catch (error) {
    finding.detail = sentenceOf(error)
  }
}

function lines(examined: readonly Examined[], findings: readonly Finding[], command: string): string[] {
  const well = examined.filter(({ problems }) => problems.length === 0).map(({ check }) => check)
  const open = findings.filter(({ mended }) => !mended)
  return [
    ...(well.length > 0 ? [`${paint().green('✔')} ${well.join(', ')}`] : []),
    ...findings.flatMap(finding => describe(finding, command)),
    open.length > 0
      ? `${count(open.length, 'problem')}.${open.some(({ fix }) => fix) ? ` Mend what can be mended: ${command} doctor --fix` : ''}`
      : findings.length > 0
        ? `${count(findings.length, 'problem')} mended.`
        : 'All is well.',
  ]
}

function describe({ check, what, where, detail, hint, fix, mended }: Finding, command: string): string[] {
  const { green, red } = paint()
  return [
    `${mended ? green('✔ mended') : red('✖')} ${check}: ${oneLine(what)}`,
    ...(where ? [`    where: ${oneLine(where, 1000)}`] : []),
    ...(detail ? [`    ${plainText(detail).trimEnd().replaceAll('\n', '\n    ')}`] : []),
    ...(fix && !mended ? [`    --fix: ${fix}`] : []),
    ...(hint ? [`    ${typable(plainText(hint), command).replaceAll('\n', '\n    ')}`] : []),
  ]
}
