/** Asks at most once in so many milliseconds, by `nowMs`: meanwhile the answer is shared, also one that is awaited or failed. */
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
