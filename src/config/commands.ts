import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { commandFiles, commandText } from '../domain/command-files.ts'
import { sentenceOf } from '../errors.ts'
import { say } from './messages.ts'
import { isInside } from './prompts.ts'
import { digestOf } from './read-resolved.ts'

interface Command {
  text: string
  digest: string
  /** Relative to the root. */
  file: string
}

/** The text of a slash command or a skill as it stands in the tree; a review takes the base's. */
export function readCommand(root: string, name: string): Command | { problem: string } {
  const places = commandFiles(name)
  const file = places.find(place => existsSync(join(root, place)))
  if (file === undefined) return { problem: say.commandMissing(name, places.slice(0, 3)) }
  if (!isInside(realpathSync(root), realpathSync(join(root, file))))
    return { problem: say.promptOutside(file) }
  try {
    const content = readFileSync(join(root, file))
    const text = commandText(content.toString('utf8'))
    return text === '' ? { problem: say.promptEmpty(file) } : { text, digest: digestOf(content), file }
  } catch (error) {
    return { problem: say.promptUnreadable(file, sentenceOf(error)) }
  }
}
