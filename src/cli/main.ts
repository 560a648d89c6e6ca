#!/usr/bin/env node
import { gate } from './commands/gate.ts'
import { fail } from './fail.ts'
import { mindClosedPipes } from './io.ts'
import { logLevelNote } from './log-level-note.ts'
import { plainGate } from './plain-gate.ts'

/** The gate is asked before every push, by scripts and agents too: a plain question goes past the parser, which takes as long. */
async function main(args: string[]): Promise<number> {
  mindClosedPipes()
  const note = logLevelNote(args)
  if (note) process.stderr.write(`${note}\n`)
  const question = plainGate(args)
  if (question) return gate(question.refs, question.options)
  const { runProgram } = await import('./program.ts')
  return runProgram(args)
}

main(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  error => {
    process.exitCode = fail(error)
  },
)
