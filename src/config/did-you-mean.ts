import { quote } from './position.ts'

/** ` Did you mean 'types'?`, or nothing when nothing is near. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const match = closest(wrong, known)
  return match === null ? '' : ` Did you mean ${quote(match)}?`
}

export function closest(wrong: string, known: readonly string[]): string | null {
  const near = known
    .map(name => ({ name, distance: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(wrong.length, name.length) / 3)),
    )
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.name ?? known.find(name => wrong.length >= 3 && name.startsWith(wrong)) ?? null
}

// Edits, with two neighbours in the wrong order as one of them: the commonest slip of a typing hand.
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, i) => i)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const swap = a[i - 1] !== a[i - 2] && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const replace = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replace, swap ? at(i - 2, j - 2) + 1 : replace))
    }
  }
  return at(a.length, b.length)
}
