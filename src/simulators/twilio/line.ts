import type { DocumentSource } from './simulated-records.ts'

/** What can break into a call from outside. `power-off` stops the simulator itself: the call is remembered as it stands. */
export type Interruption =
  | { kind: 'ended'; by: 'person' | 'api' | 'time-limit' }
  | { kind: 'redirected'; source: DocumentSource }
  | { kind: 'power-off' }

/** Thrown out of whatever the call was waiting for. */
export class Interrupted extends Error {
  readonly interruption: Interruption

  constructor(interruption: Interruption) {
    super(interruption.kind)
    this.interruption = interruption
  }
}

/**
 * The wire between a call and the person on it: a call waits on it, keys and words arrive on it, and an interruption breaks the
 * wait. One call has one line; only one wait is under way at a time.
 */
export class Line {
  /** A person holds the phone in a browser: nothing is pressed for them, and speech takes its natural time. */
  byHand = false
  /** What the person is being asked for at this moment. */
  awaits: { keys: boolean; speech: boolean } | null = null
  #keys: string[] = []
  #words: string | null = null
  #pending: Interruption | null = null
  #waiting: { wake(): void; fail(error: Interrupted): void } | null = null
  readonly #timers = new Set<NodeJS.Timeout>()

  /** Waits that many milliseconds, or until the person does something. */
  async wait(milliseconds: number): Promise<'elapsed' | 'woken'> {
    this.#throwIfInterrupted()
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve, reject) => {
        timer = setTimeout(resolve, milliseconds, 'elapsed')
        this.#waiting = { wake: () => resolve('woken'), fail: reject }
      })
    } finally {
      clearTimeout(timer)
      this.#waiting = null
    }
  }

  /** Waits out that many milliseconds, whatever the person does meanwhile. */
  async waitOut(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds
    for (let left = milliseconds; left > 0; left = until - performance.now()) await this.wait(left)
    this.#throwIfInterrupted()
  }

  /** The result of some other work, unless the call is interrupted first. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#throwIfInterrupted()
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#waiting = { wake: () => undefined, fail: reject }
        work.then(resolve, reject)
      })
    } finally {
      this.#waiting = null
    }
  }

  /** Does something later on, unless the call is over by then. */
  later(milliseconds: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, milliseconds)
    this.#timers.add(timer)
    return timer
  }

  interrupt(interruption: Interruption): void {
    // Nothing overtakes a power cut, and a redirection cannot bring an ended call back.
    if (!this.#pending || this.#pending.kind === 'redirected' || interruption.kind === 'power-off') {
      this.#pending = interruption
    }
    if (!this.#waiting) return
    const { fail } = this.#waiting
    this.#waiting = null
    fail(this.#takePending())
  }

  pickUpByHand(): void {
    this.byHand = true
    this.#waiting?.wake()
  }

  /** Ends the wait that is under way; while a phone rings, whoever was to take it no longer will. */
  wake(): void {
    this.#waiting?.wake()
  }

  press(keys: string): void {
    this.#keys.push(...keys)
    this.#waiting?.wake()
  }

  speak(words: string): void {
    this.#words = words
    this.#waiting?.wake()
  }

  takeKeys(): string[] {
    return this.#keys.splice(0)
  }

  takeWords(): string | null {
    const words = this.#words
    this.#words = null
    return words
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #throwIfInterrupted(): void {
    if (this.#pending) throw this.#takePending()
  }

  #takePending(): Interrupted {
    const interruption = this.#pending ?? { kind: 'power-off' }
    if (interruption.kind === 'redirected') this.#pending = null
    return new Interrupted(interruption)
  }
}
