/** So many questions are under way at once: more would only meet a limit. */
const AT_ONCE = 3

/**
 * The same as a `map`, a few at a time; the results in the order of the items. After an error nothing more is begun, and it is
 * thrown only when what was under way is through: nobody is left at work in a folder that is cleared away.
 */
export async function inTurns<T, R>(
  items: readonly T[],
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const errors: unknown[] = []
  let next = 0
  const take = async () => {
    while (next < items.length && errors.length === 0) {
      const at = next++
      await work(items[at] as T, at).then(
        result => (results[at] = result),
        error => errors.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, take))
  if (errors.length > 0) throw errors[0]
  return results
}
