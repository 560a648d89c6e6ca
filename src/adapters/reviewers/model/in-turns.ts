/** So many questions are under way at once: more would only meet a limit. */
const AT_ONCE = 3

/** The same as a `map`, a few at a time; the results in the order of the items. */
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const take = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at] as T, at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, take))
  return results
}
