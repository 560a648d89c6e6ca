/** Something that wants room, and how much of it is due to it when there is not enough. */
export interface Wish {
  wants: number
  weight: number
}

/** How much each may have. What one does not need goes to those that want more, by their weights. */
export function shareOut(wishes: readonly Wish[], room: number): number[] {
  const given = wishes.map(() => 0)
  let left = room
  let open = wishes.flatMap(({ wants, weight }, at) => (wants > 0 && weight > 0 ? [at] : []))
  while (open.length > 0 && left > 0) {
    const weights = open.reduce((sum, at) => sum + (wishes[at]?.weight ?? 0), 0)
    const shares = open.map(at => ({ at, share: (left * (wishes[at]?.weight ?? 0)) / weights }))
    const content = shares.filter(({ at, share }) => (wishes[at]?.wants ?? 0) <= share)
    for (const { at, share } of content.length > 0 ? content : shares)
      given[at] = Math.floor(Math.min(wishes[at]?.wants ?? 0, share))
    if (content.length === 0) break
    left -= content.reduce((sum, { at }) => sum + (given[at] ?? 0), 0)
    open = open.filter(at => !content.some(one => one.at === at))
  }
  return given
}
