import { paintFor } from '../paint.ts'
import { callingAgent, hasTerminal } from './caller.ts'

/** For people on standard output, and for scripts as one document. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

export const paint = () => paintFor(process.stdout)

/** Whoever reads may have read enough (`| head`): the work goes on, and its exit code stays true. */
export function mindClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Whether somebody is there to be asked. An agent or a pipeline is nobody. */
export const canAsk = (): boolean => hasTerminal() && !process.env.CI && callingAgent() === null
