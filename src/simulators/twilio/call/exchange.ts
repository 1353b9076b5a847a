import type { Ledger } from '../ledger.ts'
import { NATURAL_PACE, type Pace } from '../pace.ts'
import type { CallBehaviour, CallerBehaviour } from '../phone/behaviour.ts'
import { detectMachine } from '../phone/machine-detection.ts'
import type { PhoneBook } from '../phone/phone-book.ts'
import { type TakenPhone, takePhone } from '../phone/take-phone.ts'
import type { Relays } from '../relay/relays.ts'
import {
  type CallInstructions,
  type CallStatus,
  isOver,
  type SimulatedCall,
  type SimulatedNumber,
} from '../simulated-records.ts'
import type { Sounds } from '../sounds/sounds.ts'
import type { CallWebhooks } from './call-webhooks.ts'
import { converse } from './conversation.ts'
import { Interrupted, Line } from './line.ts'
import { instructionsOf, newCall } from './new-call.ts'
import { Recorder } from './recorder.ts'

export interface ExchangeOptions {
  accountSid: string
  ringSeconds: number
  pace: Pace
  /** Decides what people and machines say, and how detection errs, with the number and how often it was rung. */
  seed: number
}

/** Whether a person beside the phone could take the call: neither engaged nor out of reach. */
const isTakeable = ({ kind }: CallBehaviour) => kind !== 'busy' && kind !== 'unreachable'

const BUSY_TONE_AFTER_SHARE_OF_RING = 0.25

/** The telephone network: rings the phones, lets their owners behave, and runs every call from queued to its end. */
export class Exchange {
  readonly #options: ExchangeOptions
  readonly #ledger: Ledger
  readonly #phoneBook: PhoneBook
  readonly #webhooks: CallWebhooks
  readonly #relays: Relays
  readonly #sounds: Sounds
  readonly recorder: Recorder
  readonly #lines = new Map<string, Line>()

  constructor(
    options: ExchangeOptions,
    ledger: Ledger,
    phoneBook: PhoneBook,
    webhooks: CallWebhooks,
    { relays, sounds }: { relays: Relays; sounds: Sounds },
  ) {
    this.#relays = relays
    this.#sounds = sounds
    this.#options = options
    this.#ledger = ledger
    this.#phoneBook = phoneBook
    this.#webhooks = webhooks
    this.recorder = new Recorder(ledger, webhooks)
  }

  /** Accepts a call; it begins to ring a moment later. */
  place(request: {
    to: string
    from: string
    behaviour: CallBehaviour
    instructions: CallInstructions
    form: Record<string, string | string[]>
  }): SimulatedCall {
    const call = newCall(this.#ledger, {
      accountSid: this.#options.accountSid,
      ...request,
      direction: 'outbound-api',
      phoneNumberSid: null,
      status: 'queued',
    })
    return this.#begin(call)
  }

  /** Somebody rings one of the account's numbers. Null where nobody takes calls: the number names no document. */
  receive(request: {
    number: SimulatedNumber
    from: string
    behaviour: CallerBehaviour
    byHand: boolean
  }): SimulatedCall | null {
    const { number, from, behaviour, byHand } = request
    const instructions = instructionsOf(number)
    if (!instructions) return null
    const call = newCall(this.#ledger, {
      accountSid: this.#options.accountSid,
      direction: 'inbound',
      phoneNumberSid: number.sid,
      to: number.phoneNumber,
      from,
      behaviour,
      status: 'ringing',
      form: {},
      instructions,
    })
    return this.#begin(call, byHand)
  }

  /** The calls that are going on, in the order they began. */
  live(): { call: SimulatedCall; line: Line }[] {
    return [...this.#lines].flatMap(([sid, line]) => {
      const call = this.#ledger.calls.get(sid)
      return call ? [{ call, line }] : []
    })
  }

  /** Resumes after a killed process: answered calls are over, phones ring for their full time, so that a killed server is back in time. */
  resume(): void {
    for (const call of this.#ledger.calls.all()) {
      if (isOver(call.status)) continue
      this.#webhooks.introduce(call)
      if (call.status === 'in-progress') this.#finish(call, 'completed', call.updatedTime)
      else if (call.direction === 'inbound') this.#finish(call, 'no-answer')
      else void this.#run(call, this.#open(call))
    }
  }

  /** Ends a call from the API's side; false when it is over already. */
  hangUp(call: SimulatedCall, by: 'api' | 'person' = 'api'): boolean {
    const line = this.#lines.get(call.sid)
    line?.interrupt({ kind: 'ended', by })
    return line !== undefined
  }

  /** Gives a live call another document; false when it is not in progress. */
  redirect(call: SimulatedCall, source: CallInstructions['document']): boolean {
    const line = this.#lines.get(call.sid)
    if (!line || call.status !== 'in-progress') return false
    line.interrupt({ kind: 'redirected', source })
    return true
  }

  /** A phone whose ringing nobody sits beside any longer does what it does alone. */
  leave(number: string): void {
    for (const { call, line } of this.live()) {
      if (call.to === number && call.status === 'ringing' && call.direction === 'outbound-api') line.wake()
    }
  }

  /** The line of a call that is still going on. */
  line(sid: string): Line | undefined {
    return this.#lines.get(sid)
  }

  /** Stops everything as it is, without any callback. */
  powerOff(): void {
    for (const line of this.#lines.values()) {
      line.close()
      line.interrupt({ kind: 'power-off' })
    }
    this.#lines.clear()
  }

  #begin(call: SimulatedCall, byHand = false): SimulatedCall {
    this.#ledger.addCall(call)
    this.#webhooks.introduce(call)
    const line = this.#open(call)
    line.byHand = byHand
    setImmediate(() => void this.#run(call, line))
    return call
  }

  #open(call: SimulatedCall): Line {
    const line = new Line()
    this.#lines.set(call.sid, line)
    return line
  }

  async #run(call: SimulatedCall, line: Line): Promise<void> {
    try {
      if (call.direction === 'inbound') {
        line.runAt(this.#options.pace)
        await this.#converse(call, line, this.#takePhone(call, line))
        return this.#finish(call, 'completed')
      }
      const rang = await this.#ring(call, line)
      if (rang !== 'answered') return this.#finish(call, rang)
      await this.#talk(call, line)
      this.#finish(call, 'completed')
    } catch (error) {
      if (!(error instanceof Interrupted)) {
        this.#ledger.addError(call, 20500, `The simulator failed: ${String(error)}`)
        return this.#finish(call, 'failed')
      }
      if (error.interruption.kind === 'power-off') return
      if (error.interruption.kind === 'ended' && error.interruption.by === 'person') {
        const isCaller = call.direction === 'inbound'
        this.#ledger.addTurn(call, 'hung-up', isCaller ? 'The caller hung up' : 'The callee hung up')
        return this.#finish(call, call.answeredTime ? 'completed' : isCaller ? 'no-answer' : 'busy')
      }
      this.#finish(call, call.answeredTime ? 'completed' : 'canceled')
    } finally {
      line.close()
      if (this.#lines.get(call.sid) === line) this.#lines.delete(call.sid)
    }
  }

  async #ring(call: SimulatedCall, line: Line): Promise<'answered' | 'busy' | 'no-answer' | 'failed'> {
    if (call.status === 'queued') {
      // A cancellation may have come in the moment before.
      await line.waitOut(0)
      this.#webhooks.progress(call, 'initiated')
      if (call.behaviour.kind === 'unreachable') return 'failed'
      this.#ledger.changeCall(call, { status: 'ringing', startTime: new Date() })
      this.#webhooks.progress(call, 'ringing')
    }
    const { timeoutSeconds } = call.instructions
    const waitsForPerson =
      call.behaviour.kind === 'by-hand' || (isTakeable(call.behaviour) && this.#phoneBook.isWatched(call.to))
    const seconds = waitsForPerson ? timeoutSeconds : Math.min(this.#options.ringSeconds, timeoutSeconds)
    const full = call.behaviour.kind === 'busy' ? seconds * BUSY_TONE_AFTER_SHARE_OF_RING : seconds
    line.runAt(NATURAL_PACE)
    const woken = await line.wait(full)
    if (woken === 'woken' && line.byHand) return 'answered'
    // Nobody took it in that time. When the person has left, the phone behaves as it does alone.
    if (woken === 'elapsed' && waitsForPerson) return 'no-answer'
    switch (call.behaviour.kind) {
      case 'rings-out':
      case 'by-hand':
        return 'no-answer'
      case 'busy':
        return 'busy'
      case 'unreachable':
        return 'failed'
      default:
        return this.#options.ringSeconds > call.instructions.timeoutSeconds ? 'no-answer' : 'answered'
    }
  }

  async #talk(call: SimulatedCall, line: Line): Promise<void> {
    this.#ledger.changeCall(call, { status: 'in-progress', answeredTime: new Date() })
    this.#webhooks.progress(call, 'answered')
    this.recorder.begin(call)
    line.runAt(this.#options.pace)
    const { timeLimitSeconds } = call.instructions
    if (timeLimitSeconds !== null) {
      line.later(timeLimitSeconds, () => line.interrupt({ kind: 'ended', by: 'time-limit' }))
    }
    const taken = this.#takePhone(call, line)
    const decide = detectMachine(call, line, {
      ledger: this.#ledger,
      webhooks: this.#webhooks,
      detection: taken?.detection ?? {},
    })
    try {
      await this.#converse(call, line, taken)
    } catch (error) {
      // A talk shorter than the detection still gets its verdict; after a power cut nobody gives any.
      if (error instanceof Interrupted && error.interruption.kind === 'power-off') throw error
      decide()
      throw error
    }
    decide()
  }

  #converse(call: SimulatedCall, line: Line, taken: TakenPhone | null): Promise<void> {
    const { player = null } = taken ?? {}
    const deps = { ledger: this.#ledger, webhooks: this.#webhooks, relays: this.#relays, sounds: this.#sounds }
    return converse({ ...deps, recorder: this.recorder, player }, call, line)
  }

  #takePhone(call: SimulatedCall, line: Line): TakenPhone | null {
    return takePhone(call, line, { ledger: this.#ledger, seed: this.#options.seed })
  }

  #finish(call: SimulatedCall, status: CallStatus, endTime = new Date()): void {
    const talked = call.answeredTime ? endTime.getTime() - call.answeredTime.getTime() : null
    this.#ledger.changeCall(call, {
      status,
      endTime,
      durationSeconds: talked === null ? null : Math.max(1, Math.round(talked / 1000)),
    })
    this.recorder.end(call)
    this.#webhooks.progress(call, 'completed')
    this.#webhooks.forget(call)
  }
}
