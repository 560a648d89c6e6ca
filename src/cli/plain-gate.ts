import type { GateOptions } from './commands/gate.ts'

/** `wingman gate [refs…] [--json]`, and nothing else: whatever needs explaining is the parser's to explain. */
export function plainGate([command, ...args]: readonly string[]): {
  refs: string[]
  options: GateOptions
} | null {
  const refs = args.filter(arg => arg !== '--json')
  if (
    command !== 'gate' ||
    GATE_COMMANDS.includes(refs[0] ?? '') ||
    refs.some(arg => arg.startsWith('-') || arg === '')
  )
    return null
  return { refs, options: refs.length < args.length ? { json: true } : {} }
}

/** Below `gate`. A branch of such a name is asked for as `refs/heads/…`. */
export const GATE_COMMANDS = ['check', 'allow', 'report', 'help']
