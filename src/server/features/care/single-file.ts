/** Where those whose place has opened leave one after the other, also when they were held up and wait in a crowd. */
export interface SingleFile {
  /** Resolves when this one may leave, in the order in which they came. */
  pass(): Promise<void>
  /** How long somebody who came now would wait for those who came before. */
  waitMs(): number
}

/**
 * At least `spacingMs` apart on average. A delay is made up for by `jitterMs` at most (a timer's jitter, not a stall of the
 * whole process): any `n` of them take at least `(n - 1) * spacingMs - jitterMs`, counted where they leave.
 */
export function singleFile({ spacingMs, jitterMs }: { spacingMs: number; jitterMs: number }): SingleFile {
  let waiting = 0
  let next = 0 // on the clock that only goes forward
  let last: Promise<void> = Promise.resolve()

  const leave = async (): Promise<void> => {
    for (;;) {
      const wait = next - performance.now()
      if (wait <= 0) break
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
    next = Math.max(next, performance.now() - jitterMs) + spacingMs
    waiting -= 1
  }
  return {
    pass() {
      waiting += 1
      last = last.then(leave)
      return last
    },
    waitMs: () => Math.max(0, next - performance.now()) + waiting * spacingMs,
  }
}
