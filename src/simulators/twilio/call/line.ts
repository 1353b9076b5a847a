import { NATURAL_PACE, type Pace } from '../pace.ts'
import { PhoneSound, type Sound } from '../phone/phone-sound.ts'
import type { DocumentSource } from '../simulated-records.ts'

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

/** Sums of seconds are not exact. */
const SAME_INSTANT_SECONDS = 1e-9

interface LineEvent {
  at: number
  act: (() => void) | null
}

/**
 * The wire between a call and the phone on it, with its own clock in seconds on the line. The clock only runs while
 * the call waits on the line: it stands still while the account's server is asked, so a loaded machine changes nothing of
 * what overlaps with what. One call has one line; only one wait is under way at a time.
 */
export class Line {
  /** A person holds the phone in a browser: nothing is pressed for them, and time passes as on a real phone. */
  byHand = false
  /** What the person is being asked for at this moment. */
  awaits: { keys: boolean; speech: boolean } | null = null
  readonly sound = new PhoneSound()
  #now = 0
  #pace: Pace = NATURAL_PACE
  #events: LineEvent[] = []
  #keys: string[] = []
  #words: string | null = null
  #isWoken = false
  #pending: Interruption | null = null
  #waiting: { wake(): void; fail(error: Interrupted): void } | null = null
  readonly #held = new Set<Promise<unknown>>()
  readonly #listeners = new Set<(sound: Sound) => void>()

  /** Seconds since the line was opened. */
  get now(): number {
    return this.#now
  }

  /** How fast the clock runs from here on; a line held by a person keeps real time. */
  runAt(pace: Pace): void {
    this.#pace = this.byHand ? NATURAL_PACE : pace
  }

  /** Waits that many seconds, or until `wake` is called. */
  async wait(seconds: number): Promise<'elapsed' | 'woken'> {
    const until = this.#now + seconds
    this.#isWoken = false
    for (;;) {
      this.#throwIfInterrupted()
      while (this.#held.size > 0) await this.during(Promise.all(this.#held))
      if (this.#isWoken) return 'woken'
      const [first] = this.#events
      const event = first && first.at <= until ? first : null
      const target = Math.max(this.#now, event?.at ?? until)
      if ((await this.#sleepUntil(target)) === 'woken') return 'woken'
      this.#now = target
      if (!event) return 'elapsed'
      this.#events.shift()
      event.act?.()
    }
  }

  /** Waits out that many seconds, whatever the person does meanwhile. */
  async waitOut(seconds: number): Promise<void> {
    const until = this.#now + seconds
    do await this.wait(until - this.#now)
    while (until - this.#now > SAME_INSTANT_SECONDS)
    this.#throwIfInterrupted()
  }

  /** The result of some other work, unless the call is interrupted first. The clock stands still meanwhile. */
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

  /** Stops the clock until that work is done; the call may still be interrupted. */
  hold(work: Promise<unknown>): void {
    const settled = work.catch(() => undefined)
    this.#held.add(settled)
    void settled.then(() => this.#held.delete(settled))
  }

  /** Does something that many seconds later, unless the call is over. Returns how to cancel it. */
  later(seconds: number, act: () => void): () => void {
    const event: LineEvent = { at: this.#now + seconds, act }
    const index = this.#events.findIndex(({ at }) => at > event.at)
    this.#events.splice(index === -1 ? this.#events.length : index, 0, event)
    return () => {
      event.act = null
    }
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
    this.wake()
  }

  /** Ends the current wait; while a phone rings, nobody takes it any more. */
  wake(): void {
    this.#isWoken = true
    this.#waiting?.wake()
  }

  press(keys: string): void {
    this.#keys.push(...keys)
    this.wake()
  }

  /** Words of a person in a browser: they arrive at once and whole. */
  speak(words: string): void {
    this.#words = words
    this.wake()
  }

  /** The phone's side says something that takes that long; it is heard word by word. */
  utter(words: string, seconds: number): void {
    this.sound.add(words, this.#now, seconds)
    this.#tell('speech-began')
    this.later(seconds, () => this.#tell('speech-ended'))
  }

  /** The phone's side makes a sound that is no speech. */
  sounds(sound: 'beep' | 'fax-tone'): void {
    this.#tell(sound)
  }

  /** Reports every sound on the phone's side from now on. Returns how to stop that. */
  onSound(listener: (sound: Sound) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
    this.#events = []
    this.#listeners.clear()
  }

  #tell(sound: Sound): void {
    for (const listener of this.#listeners) listener(sound)
    this.wake()
  }

  async #sleepUntil(target: number): Promise<'slept' | 'woken'> {
    const began = performance.now()
    const { secondMilliseconds } = this.#pace
    let timer: NodeJS.Timeout | undefined
    try {
      const slept = await new Promise<'slept' | 'woken'>((resolve, reject) => {
        timer = setTimeout(resolve, (target - this.#now) * secondMilliseconds, 'slept')
        this.#waiting = { wake: () => resolve('woken'), fail: reject }
      })
      if (slept === 'woken') {
        this.#now = Math.min(target, this.#now + (performance.now() - began) / secondMilliseconds)
      }
      return slept
    } finally {
      clearTimeout(timer)
      this.#waiting = null
    }
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
