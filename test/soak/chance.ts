import { seededRandom } from '#simulators/twilio/hostility.ts'

/** Random numbers that a seed repeats. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  happens(share: number): boolean
  between(low: number, high: number): number
  /** A whole number, both ends included. */
  whole(low: number, high: number): number
  oneOf<Item>(items: readonly Item[]): Item
}

/** A separate stream for each subject: one more draw for one does not change the draws of another. */
export function chanceOf(seed: number, subject: string): Chance {
  let mixed = seed
  for (const letter of subject) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x9e3779b1)
  const next = seededRandom(mixed)
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    next,
    between,
    whole,
    happens: (share) => next() < share,
    oneOf(items) {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to choose from')
      return item
    },
  }
}
