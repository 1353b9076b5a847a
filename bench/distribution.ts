/** How values spread: all in the unit of the values. */
export interface Distribution {
  p50: number
  p99: number
  max: number
}

export function distribution(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** The most events that lie within any one second, wherever it begins. */
export function mostInOneSecond(timesMs: readonly number[]): number {
  const sorted = [...timesMs].sort((a, b) => a - b)
  let first = 0
  let most = 0
  for (const [index, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= 1000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
