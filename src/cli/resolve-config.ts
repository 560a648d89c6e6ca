import { ruleIds, ruleSetDigestInput } from '../adapters/reviewers/rules/index.ts'
import { noteOff, takeOffAway } from '../config/off-file.ts'
import { type ConfigReading, readConfig } from '../config/read.ts'
import { writeResolved } from '../config/resolved-file.ts'
import { sentenceOf, WingmanError } from '../errors.ts'
import type { Project } from './compose.ts'

/** Finds, loads and checks the config, and leaves the outcome for the hooks. */
export async function resolveAndKeep({ at, paths, ports }: Project): Promise<ConfigReading> {
  const reading = await readConfig({ root: paths.root, ruleSet: ruleSetDigestInput(), ruleIds })
  try {
    takeOffAway(at.own)
    writeResolved(at.own, reading, ports.version)
    noteOff(at.own, paths.root, reading)
  } catch (cause) {
    const message = `The resolved config could not be written to ${at.own}: ${sentenceOf(cause)}`
    throw new WingmanError({
      code: 'E_STORE',
      kind: 'undecided',
      message,
      hint: 'Look for a full disk or missing permissions.',
      cause,
    })
  }
  return reading
}
