/** The middle value; of an even number of values the mean of the two in the middle. Throws RangeError without a value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  if (upper === undefined || lower === undefined) throw new RangeError('No values')
  return (lower + upper) / 2
}

/**
 * How much values differ: the median absolute deviation, which is the middle one of their distances from their middle
 * value. One odd week in four changes it little, where a standard deviation would hide the next one.
 */
export function medianDeviation(values: readonly number[]): number {
  const middle = median(values)
  return median(values.map((value) => Math.abs(value - middle)))
}

/** Of values that vary by chance alone (a normal distribution) it is the standard deviation divided by this. */
export const DEVIATIONS_IN_A_SIGMA = 1.4826
