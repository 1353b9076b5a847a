import { seededRandom } from './hostility.ts'

/** Chance that a seed decides: the same words, the same story. */
export interface Chance {
  /** In [0, 1). */
  next(): number
  happens(share: number): boolean
  oneOf<T>(choices: readonly [T, ...T[]]): T
  between(least: number, most: number): number
}

export function chanceOf(seed: string): Chance {
  const next = seededRandom(hashOf(seed))
  return {
    next,
    happens: (share) => next() < share,
    oneOf: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    between: (least, most) => least + next() * (most - least),
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash
}
