import { Duplex } from 'node:stream'
import { type ProcessLife, planFor, within } from './process-life.ts'
import type { PlannedEvent } from './simulated-time.ts'

/** The far end of a simulated socket. */
export interface FarEnd {
  /** The client connects. */
  onConnect(): void
  onBytes(bytes: Buffer): void
  /** The client is gone: it has closed or cut the connection. */
  onGone(): void
}

/**
 * A socket as a driver of a simulated process holds it: the stream is Node's own, and so is whatever happens when it is
 * written to, ended or destroyed; its network and its clock are simulated.
 */
export class SimulatedSocket extends Duplex {
  readonly life: ProcessLife
  readonly #farEnd: FarEnd
  #silentMs = 0
  #busyAt: number
  #silence: PlannedEvent | null = null
  #isDark = false

  constructor(life: ProcessLife, farEndFor: (socket: SimulatedSocket) => FarEnd) {
    super({ allowHalfOpen: false })
    this.life = life
    this.#busyAt = life.time.now()
    this.#farEnd = farEndFor(this)
  }

  connect(): this {
    this.#farEnd.onConnect()
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  /** As `net.Socket`'s: fires after this long without traffic. */
  setTimeout(milliseconds: number, onSilence?: () => void): this {
    this.#silentMs = milliseconds
    if (onSilence) this.once('timeout', onSilence)
    this.#watch()
    return this
  }

  /** The far end has taken the connection. */
  accept(): void {
    this.#hear(() => this.emit('connect'))
  }

  receive(bytes: Buffer): void {
    if (!this.#isDark) this.#hear(() => this.push(bytes))
  }

  /** Nothing arrives any more, not even what is on its way. */
  goDark(): void {
    this.#isDark = true
  }

  /** The far end has closed the connection. */
  hangUp(): void {
    if (!this.#isDark) this.#hear(() => this.push(null))
  }

  break(error: Error): void {
    this.#hear(() => this.destroy(error))
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: string, done: () => void): void {
    this.#busyAt = this.life.time.now()
    this.#farEnd.onBytes(bytes)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), '', done)
  }

  override _final(done: () => void): void {
    done()
    this.#farEnd.onGone()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#silence) this.life.time.cancel(this.#silence)
    this.#farEnd.onGone()
    done(error)
  }

  #hear(run: () => void): void {
    if (this.destroyed || this.life.isDead) return
    this.#busyAt = this.life.time.now()
    within(this.life, run)
  }

  #watch(): void {
    const { time } = this.life
    if (this.#silence) time.cancel(this.#silence)
    this.#silence = planFor(this.life, this.#busyAt + this.#silentMs - time.now(), () => {
      if (this.destroyed) return
      if (time.now() - this.#busyAt < this.#silentMs) this.#watch()
      else within(this.life, () => this.emit('timeout'))
    })
  }
}
