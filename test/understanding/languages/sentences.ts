import type { Meaning } from '#core/understanding/meaning-of.ts'

/** What people say in one language, by what they mean. */
export type Said = Record<Meaning | 'unclear', readonly string[]>

export interface Sentences {
  names: readonly string[]
  said: Said
  /** What machines, receptions and menus say. */
  machines: readonly string[]
  /** Our own words, as a line may bring them back. */
  ours: readonly string[]
  /** Politeness that changes nothing, at the beginning and at the end. */
  before: readonly string[]
  after: readonly string[]
  /** A sentence of nothing but its words, negated: `[plain, negated]`; what is denied is neither help nor an all-clear. */
  negations: readonly (readonly [plain: string, negated: string])[]
  /** Words that this language does not have. */
  foreign: readonly string[]
}

/** Sentences of one meaning, divided by lines. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
