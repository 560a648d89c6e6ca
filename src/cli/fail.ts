import { plainText } from '../domain/plain-text.ts'
import { WingmanError } from '../errors.ts'
import { paintFor } from '../paint.ts'
import { EXIT, exitForError } from './exit-codes.ts'
import { wantsJson } from './ship-args.ts'
import { commandHere, typable } from './typable.ts'

/** Says what went wrong, to people and to whoever asked for JSON, and answers the exit code. Ours look different from yours. */
export function fail(error: unknown): number {
  if (wantsJson(process.argv.slice(2)))
    process.stdout.write(`${JSON.stringify(asDocument(error), null, 2)}\n`)
  const paint = paintFor(process.stderr)
  if (error instanceof WingmanError) {
    process.stderr.write(
      `${paint.red('wingman:')} ${plainText(error.message)} ${paint.dim(`[${error.code}]`)}\n`,
    )
    if (error.hint) process.stderr.write(`  ${hintFor(error.hint).replaceAll('\n', '\n  ')}\n`)
    return exitForError[error.kind]
  }
  process.stderr.write(
    `${paint.red('wingman: this is a bug of ours.')} Nothing was approved because of it.\n`,
  )
  process.stderr.write(
    `${plainText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  )
  process.stderr.write(
    '  Please report it with these lines: see "Reporting a bug" in the README of git-wingman.\n',
  )
  return EXIT.undecided
}

const hintFor = (hint: string): string => typable(plainText(hint), commandHere())

function asDocument(error: unknown) {
  const known = error instanceof WingmanError
  const message = error instanceof Error ? error.message : String(error)
  const hint = known && error.hint ? hintFor(error.hint) : null
  return {
    version: 1,
    error: { code: known ? error.code : 'E_BUG', message, hint },
  }
}
