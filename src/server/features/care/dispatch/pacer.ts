/** Sends dials whose permit has opened one after the other, also when many were delayed and wait. */
export interface Pacer {
  /** Resolves when this dial may be sent, in the order of arrival. */
  acquire(): Promise<void>
  /** How long a dial that came now would wait for those before it. */
  waitMs(): number
}

/** A monotonic clock, and waiting by it. */
interface PassingTime {
  nowMs(): number
  pause(milliseconds: number): Promise<void>
}

const realTime: PassingTime = {
  nowMs: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}

/**
 * At least `spacingMs` apart on average. A delay is made up for by `jitterMs` at most (a timer's jitter, not a stall of
 * the whole process): any `n` dials take at least `(n - 1) * spacingMs - jitterMs`, counted where they are sent.
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
