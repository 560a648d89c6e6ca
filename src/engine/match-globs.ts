import type { Matches } from '../domain/gate.ts'
import { inOrder, isEverything, isNegated } from '../domain/globs.ts'
import type { ResolvedGate } from '../domain/resolved-config.ts'

type Matcher = (name: string) => boolean

/**
 * Whether a name is among these. picomatch is loaded only for globs that need it: the gate's hook comes through here, and
 * most gates hold everything, or branches called by their names.
 */
export async function matcherFor(globs: readonly string[]): Promise<Matcher> {
  if (globs.length === 0) return () => false
  // Really everything: picomatch's own `**` leaves out `../elsewhere.git`, and a push there would meet no gate.
  if (isEverything(globs)) return () => true
  if (globs.every(isPlainName)) return name => globs.includes(name)
  const { default: picomatch } = await import('picomatch')
  // Dotfiles count like any other: what hides behind a dot is not less reviewed.
  const steps = inOrder(globs).map(glob => {
    const plain = isNegated(glob) ? glob.slice(1) : glob
    const matches = plain === '**' ? () => true : picomatch(plain, { dot: true })
    return { adds: plain === glob, matches }
  })
  return name => steps.findLast(({ matches }) => matches(name))?.adds ?? false
}

/** The globs of all gates, each list made ready once. */
export async function matchesFor(gates: readonly ResolvedGate[]): Promise<Matches> {
  const lists: (readonly string[])[] = gates.flatMap(gate => [gate.branches, gate.remotes])
  const matchers = await Promise.all(lists.map(matcherFor))
  return (globs, name) => matchers[lists.indexOf(globs)]?.(name) ?? true
}

const isPlainName = (glob: string): boolean => /^\w[\w/-]*$/.test(glob)
