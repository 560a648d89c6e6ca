import { oneLine, plainText } from '../../domain/plain-text.ts'
import { sentenceOf } from '../../errors.ts'
import { count } from '../../messages.ts'
import { commandOf, openProject, type Project } from '../compose.ts'
import type { Problem } from '../doctor/check.ts'
import { type Examined, examine } from '../doctor/index.ts'
import { EXIT } from '../exit-codes.ts'
import { paint, print, printJson } from '../io.ts'
import { typable } from '../typable.ts'

export interface DoctorOptions {
  fix?: boolean
  json?: boolean
}

/** What was found, and what became of it. */
interface Finding extends Omit<Problem, 'mend'> {
  check: string
  /** What `--fix` does about it; null when only a person can. */
  fix: string | null
  mended: boolean
}

/** `wingman doctor`: what is wrong here, and with `--fix` no longer. */
export async function doctor({ fix = false, json }: DoctorOptions): Promise<number> {
  const project = openProject()
  const examined = await examine(project)
  const findings: Finding[] = []
  for (const { check, problems } of examined)
    for (const problem of problems) findings.push(await treat(project, check, problem, fix))
  if (json) printJson({ version: 1, checks: examined.map(asData), findings })
  else print(lines(examined, findings, commandOf(project)).join('\n'))
  return findings.every(({ mended }) => mended) ? EXIT.fine : EXIT.held
}

const asData = ({ check, problems }: Examined) => ({ check, well: problems.length === 0 })

async function treat(
  { ports }: Project,
  check: string,
  { mend, ...problem }: Problem,
  fix: boolean,
): Promise<Finding> {
  const finding = { check, detail: null, hint: null, ...problem, fix: mend?.how ?? null, mended: false }
  if (!fix || !mend) return finding
  try {
    await mend.act()
    ports.log.info('doctor.mended', { check })
    return { ...finding, mended: true }
  } catch (error) {
    return { ...finding, detail: sentenceOf(error) }
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
    `${mended ? green('✔') : red('✖')} ${check}: ${oneLine(what)}`,
    ...(where ? [`    where: ${oneLine(where, 1000)}`] : []),
    ...(detail ? [`    ${plainText(detail).trimEnd().replaceAll('\n', '\n    ')}`] : []),
    ...(fix ? [`    ${mended ? 'done' : '--fix'}: ${fix}`] : []),
    ...(hint ? [`    ${typable(plainText(hint), command).replaceAll('\n', '\n    ')}`] : []),
  ]
}
