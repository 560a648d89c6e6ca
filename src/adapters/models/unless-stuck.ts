/** Work that does not end by itself once it was stopped, as a stream that was cut at the wrong moment, is left to itself. */
export async function unlessStuck<T>(work: Promise<T>, signal: AbortSignal, graceMs = 2_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let leave = () => {}
  const stuck = new Promise<never>((_, reject) => {
    const give = () => reject(new Error('it did not end when it was stopped'))
    leave = () => {
      timer = setTimeout(give, graceMs)
    }
  })
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, stuck])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    // Nobody waits for it any more.
    work.catch(() => {})
  }
}
