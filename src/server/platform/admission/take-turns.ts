/** Ends a turn; calling it again does nothing. */
export type EndTurn = () => void

/** Lets `atOnce` of each key go on at a time; up to `waiting` more wait in order. Null where even those places are taken. */
export function takeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queues = new Map<string, { running: number; next: (() => void)[] }>()
  return async (key: string): Promise<EndTurn | null> => {
    const queue = queues.get(key) ?? { running: 0, next: [] }
    queues.set(key, queue)
    if (queue.running >= atOnce) {
      if (queue.next.length >= waiting) return null
      // The one that ends hands its permit on, so that no newcomer takes it.
      await new Promise<void>((resolve) => queue.next.push(resolve))
    } else queue.running += 1
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      const next = queue.next.shift()
      if (next) return next()
      queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
}
