interface Waiting<Item> {
  item: Item
  done: PromiseWithResolvers<void>
}

/**
 * Does in one go what is asked for at about the same time: while one batch is under way, what comes is the next one. With
 * `waitMs` each batch waits that long for company first, and otherwise not at all. What `run` leaves undone, and each of a
 * batch that failed, is done by itself, and no other waits for it; so `run` must be repeatable.
 * Without it a call costs 1.1 times the statements (docs/performance.md).
 */
export function inBatches<Item>(
  run: (items: readonly Item[]) => Promise<readonly Item[]>,
  { alone, waitMs = 0 }: { alone: (item: Item) => Promise<void>; waitMs?: number },
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = []
  let isWorking = false

  const runBatch = async (batch: readonly Waiting<Item>[]): Promise<void> => {
    const items = batch.map(({ item }) => item)
    const undone = new Set(await run(items).catch(() => items))
    for (const { item, done } of batch) {
      if (undone.has(item)) alone(item).then(done.resolve, done.reject)
      else done.resolve()
    }
  }
  const work = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      const batch = waiting
      waiting = []
      await runBatch(batch)
    }
    isWorking = false
  }
  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!isWorking) void work()
    return done.promise
  }
}
