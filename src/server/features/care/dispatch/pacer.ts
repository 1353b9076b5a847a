/** Where those whose place has opened leave one after the other, also when they were held up and wait in a crowd. */
export interface Pacer {
  /** Resolves when this one may leave, in the order in which they came. */
  acquire(): Promise<void>
  /** How long somebody who came now would wait for those who came before. */
  waitMs(): number
}

/** A clock that only goes forward, and waiting by it. */
interface PassingTime {
  nowMs(): number
  pause(milliseconds: number): Promise<void>
}

const realTime: PassingTime = {
  nowMs: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/**
 * At least `spacingMs` apart on average. A delay is made up for by `jitterMs` at most (a timer's jitter, not a stall of the
 * whole process): any `n` of them take at least `(n - 1) * spacingMs - jitterMs`, counted where they leave.
 */
export function createPacer(
  { spacingMs, jitterMs }: { spacingMs: number; jitterMs: number },
  { nowMs, pause }: PassingTime = realTime,
): Pacer {
  let waiting = 0
  let next = 0
  let last: Promise<void> = Promise.resolve()

  const leave = async (): Promise<void> => {
    for (;;) {
      const wait = next - nowMs()
      if (wait <= 0) break
      await pause(wait)
    }
    next = Math.max(next, nowMs() - jitterMs) + spacingMs
    waiting -= 1
  }
  return {
    acquire() {
      waiting += 1
      last = last.then(leave)
      return last
    },
    waitMs: () => Math.max(0, next - nowMs()) + waiting * spacingMs,
  }
}
