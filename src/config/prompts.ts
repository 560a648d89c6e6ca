import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { sentenceOf } from '../errors.ts'
import { packageFile } from '../package.ts'
import { say } from './messages.ts'
import { digestOf } from './read-resolved.ts'

export interface Prompt {
  name: string
  text: string
  digest: string
  /** Relative to the root; null for a built-in one. */
  file: string | null
}

/** The text that a prompt's name or path stands for, or why there is none. */
export function readPrompt(root: string, name: string): Prompt | { problem: string } {
  return name.startsWith('./') ? promptFile(root, name) : builtInPrompt(name)
}

function builtInPrompt(name: string): Prompt | { problem: string } {
  const folder = packageFile('templates', 'prompts')
  const known = existsSync(folder)
    ? readdirSync(folder).flatMap(file => (file.endsWith('.md') ? [file.slice(0, -'.md'.length)] : []))
    : []
  if (!known.includes(name)) return { problem: say.promptUnknown(name, known) }
  return { name, ...textOf(join(folder, `${name}.md`)), file: null }
}

function promptFile(root: string, name: string): Prompt | { problem: string } {
  const path = join(root, name)
  if (!existsSync(path)) return { problem: say.promptMissing(name) }
  // Of the real path: a link is as good a way out of the repository as `..` is.
  if (!isInside(realpathSync(root), realpathSync(path))) return { problem: say.promptOutside(name) }
  try {
    const read = textOf(path)
    if (read.text.trim() === '') return { problem: say.promptEmpty(name) }
    return { name, ...read, file: relative(root, path).split(sep).join('/') }
  } catch (error) {
    return { problem: say.promptUnreadable(name, sentenceOf(error)) }
  }
}

// Both from one reading, so that they cannot disagree; the digest is of the bytes, as a hook takes it.
function textOf(path: string): { text: string; digest: string } {
  const content = readFileSync(path)
  return { text: content.toString('utf8'), digest: digestOf(content) }
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
