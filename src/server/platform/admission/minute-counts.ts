/** How often something happened in the present minute, by key. In memory: each process counts for itself. */
export interface MinuteCounts {
  add(key: string): number
  of(key: string): number
  /** Milliseconds until counting begins again. */
  restMs(): number
}

const MINUTE_MS = 60_000

export function countsOfAMinute(nowMs: () => number = () => performance.now()): MinuteCounts {
  const counts = new Map<string, number>()
  let since = nowMs()
  const present = () => {
    if (nowMs() - since >= MINUTE_MS) {
      counts.clear()
      since = nowMs()
    }
    return counts
  }
  return {
    add(key) {
      const count = (present().get(key) ?? 0) + 1
      counts.set(key, count)
      return count
    },
    of: (key) => present().get(key) ?? 0,
    restMs: () => Math.max(0, since + MINUTE_MS - nowMs()),
  }
}
