/** What a child printed: the beginning and the end, with a line that says how much is not there. */
export interface BoundedOutput {
  add(chunk: Buffer): void
  text(): string
  /** Whether something is missing from it. */
  isCut(): boolean
}

export function boundedOutput(limit = 256 * 1024): BoundedOutput {
  const half = Math.floor(limit / 2)
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let headSize = 0
  let tailSize = 0
  let cut = 0

  return {
    isCut: () => cut > 0 || tailSize > half,
    add(chunk) {
      const first = chunk.subarray(0, half - headSize)
      const rest = chunk.subarray(first.length)
      if (first.length > 0) head.push(first)
      headSize += first.length
      if (rest.length > 0) tail.push(rest)
      tailSize += rest.length
      for (let [oldest] = tail; oldest && tailSize - oldest.length >= half; [oldest] = tail) {
        tail.shift()
        tailSize -= oldest.length
        cut += oldest.length
      }
    },
    text() {
      const end = Buffer.concat(tail)
      const over = Math.max(0, end.length - half)
      if (cut + over === 0) return Buffer.concat([...head, end]).toString()
      return joined(Buffer.concat(head).toString(), end.subarray(over).toString(), cut + over)
    },
  }
}

/** Half a line is no line: a matcher would read half a path from it. */
function joined(head: string, tail: string, cut: number): string {
  const before = head.slice(0, head.lastIndexOf('\n') + 1 || head.length)
  const after = tail.slice(tail.indexOf('\n') + 1)
  const more =
    Buffer.byteLength(head) - Buffer.byteLength(before) + Buffer.byteLength(tail) - Buffer.byteLength(after)
  return `${before}${before.endsWith('\n') ? '' : '\n'}[… ${cut + more} bytes of output are not kept …]\n${after}`
}
