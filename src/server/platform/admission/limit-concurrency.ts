/** Gives the place free; calling it again does nothing. */
export type Release = () => void

/**
 * Lets `atOnce` of each key go on at a time; up to `waiting` more wait in the order of arrival. Resolves with what gives
 * the place free, or with null where even the places to wait are taken.
 */
export function limitConcurrency({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queues = new Map<string, { running: number; next: (() => void)[] }>()
  return async (key: string): Promise<Release | null> => {
    const queue = queues.get(key) ?? { running: 0, next: [] }
    queues.set(key, queue)
    if (queue.running >= atOnce) {
      if (queue.next.length >= waiting) return null
      // The one that ends hands its place on, so that no newcomer takes it.
      await new Promise<void>((resolve) => queue.next.push(resolve))
    } else queue.running += 1
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = queue.next.shift()
      if (next) return next()
      queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
}
