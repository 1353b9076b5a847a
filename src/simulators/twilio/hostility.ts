/** How unkind the simulated network is. The same seed and the same order of requests give the same faults. */
export interface HostileOptions {
  seed: number
  /** The share of API requests, and likewise of callbacks, that something happens to. Default 0.05. */
  share?: number
  /** How long a request that is never answered stays open before its socket closes. Default 40: past the SDK's 30. */
  hangSeconds?: number
  /** The longest a callback is held back. Default 15. */
  maxDelaySeconds?: number
}

/** `lost-answer` does what was asked, then cuts the connection: the asker cannot know whether the phone rings. */
export type ApiFault = 'error-500' | 'error-503' | 'error-429' | 'hang' | 'lost-answer'

/** `late` holds back this callback and all that follow it; `overtaken` lets the ones that follow arrive first. */
export type CallbackFault =
  | { kind: 'lost' }
  | { kind: 'twice' }
  | { kind: 'late'; milliseconds: number }
  | { kind: 'overtaken'; milliseconds: number }

const API_FAULTS = ['error-500', 'error-503', 'error-429', 'hang', 'lost-answer'] as const
const CALLBACK_FAULTS = ['lost', 'twice', 'late', 'overtaken'] as const

/** Draws the faults of hostile mode. */
export class Hostility {
  readonly hangMilliseconds: number
  readonly #seed: number
  readonly #share: number
  readonly #maxDelayMilliseconds: number
  readonly #api: () => number

  constructor(options: HostileOptions) {
    this.#seed = options.seed
    this.#share = options.share ?? 0.05
    this.hangMilliseconds = (options.hangSeconds ?? 40) * 1000
    this.#maxDelayMilliseconds = (options.maxDelaySeconds ?? 15) * 1000
    this.#api = seededRandom(options.seed)
  }

  /** The fate of the next API request. */
  nextApiFault(): ApiFault | null {
    // Two draws each time, so that one request's fate does not shift the next one's.
    const strikes = this.#api() < this.#share
    const pick = API_FAULTS[Math.floor(this.#api() * API_FAULTS.length)] ?? null
    return strikes ? pick : null
  }

  /** The fate of one callback, by what it is about and its place there: independent of how timers interleave. */
  callbackFault(subjectOrdinal: number, index: number): CallbackFault | null {
    const random = seededRandom(
      this.#seed ^ Math.imul(subjectOrdinal + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b),
    )
    if (random() >= this.#share) return null
    const kind = CALLBACK_FAULTS[Math.floor(random() * CALLBACK_FAULTS.length)] ?? 'lost'
    const milliseconds = Math.round(random() * this.#maxDelayMilliseconds)
    return kind === 'late' || kind === 'overtaken' ? { kind, milliseconds } : { kind }
  }
}

/** Numbers in [0, 1) that depend on the seed alone (the mulberry32 generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
