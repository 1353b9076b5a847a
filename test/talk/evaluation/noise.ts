/** What a recogniser and a line make of what is said. */
export const NOISES = ['clean', 'dropped-words', 'split-turns', 'interruptions'] as const
export type Noise = (typeof NOISES)[number]

export interface HeardTurn {
  words: string
  /** They spoke into Cooee's words: so much of them was heard, as a share. */
  interruptsAt: number | null
}

/** Short words without stress: the first that a recogniser loses. */
const UNSTRESSED = /^(?:a|an|the|to|of|and|is|are|was|it's|that|just|so|my|some|in|at|for|very|really|been)$/i

/** The turns of a dialogue as they come over a bad line: the same ones each time. */
export function withNoise(turns: readonly string[], noise: Noise, seed: number): HeardTurn[] {
  const random = randomOf(seed)
  const plain = (words: string): HeardTurn => ({ words, interruptsAt: null })
  switch (noise) {
    case 'clean':
      return turns.map(plain)
    case 'interruptions':
      return turns.map((words) => ({ words, interruptsAt: random() }))
    case 'split-turns':
      return turns.flatMap((words) => {
        const said = words.split(' ')
        if (said.length < 3) return [plain(words)]
        const place = 1 + Math.floor(random() * (said.length - 1))
        return [plain(said.slice(0, place).join(' ')), plain(said.slice(place).join(' '))]
      })
    case 'dropped-words':
      return turns.map((words) => {
        const said = words.split(' ')
        const light = said.flatMap((word, place) => (UNSTRESSED.test(word) ? [place] : []))
        const lost = light[Math.floor(random() * light.length)]
        return plain(said.filter((_, place) => place !== lost).join(' '))
      })
  }
}

/** A small generator of numbers from 0 to 1, the same for a seed on every machine. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state / 2 ** 32
  }
}
