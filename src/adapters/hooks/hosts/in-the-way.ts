import { join } from 'node:path'
import { WingmanError } from '../../../errors.ts'
import { isThere, textAt } from '../file-change.ts'
import { BEFORE } from '../legacy.ts'
import { type GitHook, isOurScript } from '../templates.ts'

/** A manager would put its own stub over a hook that somebody wrote, and never run it again: nobody asked us for that. */
export async function refuseToReplace(
  dir: string,
  hook: GitHook,
  manager: { name: string; isStub(text: string): boolean },
): Promise<void> {
  const path = join(dir, hook)
  const text = await textAt(path)
  const isOurs = text !== null && isOurScript(text)
  const kept = `${path}${BEFORE}`
  if (isOurs ? !(await isThere(kept)) : text === null || manager.isStub(text)) return
  throw new WingmanError({
    code: 'E_INSTALL',
    message: `${isOurs ? kept : path} is a hook of yours that ${manager.name} would no longer run. Nothing was written.`,
    hint: `Make it an entry in ${manager.name}'s config and delete the file, then run this again.`,
  })
}
