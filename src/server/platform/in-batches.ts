interface Waiting<Item> {
  item: Item
  done: PromiseWithResolvers<void>
}

/**
 * Does in one go what is asked for at about the same time: while one batch is under way, what comes is the next one. With
 * `waitMs` each batch waits that long for company first, and otherwise not at all. When a batch fails, each of it is done
 * by itself, so that one cannot spoil the others; `run` must bear being repeated.
 */
export function inBatches<Item>(
  run: (items: readonly Item[]) => Promise<void>,
  { waitMs = 0 }: { waitMs?: number } = {},
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = []
  let isWalking = false

  const runBatch = async (batch: readonly Waiting<Item>[]): Promise<void> => {
    try {
      await run(batch.map(({ item }) => item))
      for (const { done } of batch) done.resolve()
    } catch (error) {
      if (batch.length === 1) batch[0]?.done.reject(error)
      else await Promise.all(batch.map((each) => runBatch([each])))
    }
  }
  const walk = async (): Promise<void> => {
    isWalking = true
    while (waiting.length > 0) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      const batch = waiting
      waiting = []
      await runBatch(batch)
    }
    isWalking = false
  }
  return (item) => {
    const done = Promise.withResolvers<void>()
    waiting.push({ item, done })
    if (!isWalking) void walk()
    return done.promise
  }
}
