/**
 * Asks at most once in so many milliseconds: those who ask meanwhile share the answer, also one that is still awaited or
 * that failed. `nowMs` is the clock it goes by.
 */
export function atMostEvery<Result>(
  milliseconds: number,
  ask: () => Promise<Result>,
  nowMs: () => number = () => performance.now(),
): () => Promise<Result> {
  let latest: { at: number; result: Promise<Result> } | null = null
  return () => {
    const now = nowMs()
    // A clock that was turned back must not make an old answer hold.
    if (!latest || now < latest.at || now - latest.at >= milliseconds) latest = { at: now, result: ask() }
    return latest.result
  }
}
