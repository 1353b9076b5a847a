import { createApiServer } from './api-server.ts'
import type { Behaviour } from './behaviour.ts'
import { CallWebhooks } from './call-webhooks.ts'
import { callsApi } from './calls-api.ts'
import { Exchange } from './exchange.ts'
import { type HostileOptions, Hostility } from './hostility.ts'
import { Ledger } from './ledger.ts'
import { messagesApi } from './messages-api.ts'
import { type Pace, SANDBOX_PACE } from './pace.ts'
import { PhoneBook } from './phone-book.ts'
import { Postroom } from './postroom.ts'
import { recordingsApi } from './recordings-api.ts'
import type { SimulatedCall, SimulatedMessage, SimulatedRecording } from './simulated-records.ts'
import { Webhooks } from './webhooks.ts'

export type { Behaviour } from './behaviour.ts'
export type { HostileOptions } from './hostility.ts'
export type { Pace } from './pace.ts'
export * from './simulated-records.ts'

export interface TwilioSimulatorOptions {
  accountSid: string
  authToken: string
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** How long a phone rings before its owner takes it, or before it has rung out. Default 3. */
  ringSeconds?: number
  /** Where calls and messages are kept, so that they outlive a killed process. Without it they live in memory. */
  journalPath?: string
  /** Faults in the API and in the callbacks. Off unless given. */
  hostile?: HostileOptions
  /** False loses every status callback, as if the network were cut one way; documents are still fetched. */
  deliverCallbacks?: boolean
  /** How fast the time on the line passes; compressed unless given. */
  pace?: Partial<Pace>
}

/** A running simulator. Its records are live: read them, do not change them. */
export interface TwilioSimulator {
  /** The base URL that takes the place of https://api.twilio.com. */
  readonly url: string
  /** Every call since the beginning, oldest first. */
  calls(): readonly SimulatedCall[]
  call(sid: string): SimulatedCall | undefined
  /** The calls to one number, oldest first. */
  callsTo(number: string): readonly SimulatedCall[]
  messages(): readonly SimulatedMessage[]
  recordings(): readonly SimulatedRecording[]
  /** A person takes the ringing phone: from here on nothing is pressed for them. False if it does not ring. */
  answer(callSid: string): boolean
  /** The person presses keys (`0`-`9`, `*`, `#`). False if they are not on the phone. */
  press(callSid: string, keys: string): boolean
  /** The person says something. False if they are not on the phone. */
  speak(callSid: string, words: string): boolean
  /** The person hangs up, or declines a ringing phone. False if the call is over. */
  hangUp(callSid: string): boolean
  /** Overrides what a number's last two digits stand for, for calls placed from now on; null takes that back. */
  setBehaviour(number: string, behaviour: Behaviour | null): void
  /** Forgets every call, message and recording, and ends what is going on without telling anybody. */
  clear(): void
  /** Stops as a power cut would: with a journal, the next start takes up what was going on. A second time does nothing. */
  close(): Promise<void>
}

/**
 * Starts a stateful stand-in for the telephone provider that speaks its wire protocol (API version 2010-04-01), so that
 * the official SDK can be pointed at it.
 */
export async function startTwilioSimulator(options: TwilioSimulatorOptions): Promise<TwilioSimulator> {
  const { accountSid, authToken } = options
  const hostility = options.hostile ? new Hostility(options.hostile) : null
  const ledger = new Ledger(options.journalPath)
  const webhooks = new Webhooks({ authToken, hostility, deliverCallbacks: options.deliverCallbacks ?? true })
  const callWebhooks = new CallWebhooks(webhooks, ledger)
  const phoneBook = new PhoneBook(ledger)
  const exchange = new Exchange(
    { accountSid, ringSeconds: options.ringSeconds ?? 3, pace: { ...SANDBOX_PACE, ...options.pace } },
    ledger,
    phoneBook,
    callWebhooks,
  )
  const postroom = new Postroom(accountSid, ledger, webhooks)
  const app = await createApiServer({ accountSid, authToken, hostility })
  let url = ''
  let closed = false
  callsApi(app, { ledger, phoneBook, exchange, accountSid })
  messagesApi(app, { ledger, phoneBook, postroom, accountSid })
  recordingsApi(app, { ledger, accountSid, publicUrl: () => url })
  url = await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  callWebhooks.publicUrl = url
  exchange.resume()
  postroom.resume()

  return {
    url,
    calls: () => ledger.calls.all(),
    call: (sid) => ledger.calls.get(sid),
    callsTo: (number) => ledger.calls.withKey(number),
    messages: () => ledger.messages.all(),
    recordings: () => ledger.recordings.all(),
    answer(callSid) {
      const line = exchange.line(callSid)
      if (!line || ledger.calls.get(callSid)?.status !== 'ringing') return false
      line.pickUpByHand()
      return true
    },
    press(callSid, keys) {
      const line = exchange.line(callSid)
      if (line?.byHand) line.press(keys)
      return line?.byHand ?? false
    },
    speak(callSid, words) {
      const line = exchange.line(callSid)
      if (line?.byHand) line.speak(words)
      return line?.byHand ?? false
    },
    hangUp(callSid) {
      const call = ledger.calls.get(callSid)
      return call ? exchange.hangUp(call, 'callee') : false
    },
    setBehaviour: (number, behaviour) => phoneBook.setBehaviour(number, behaviour),
    clear() {
      exchange.powerOff()
      postroom.powerOff()
      ledger.clear()
    },
    async close() {
      if (closed) return
      closed = true
      await app.close()
      exchange.powerOff()
      postroom.powerOff()
      webhooks.close()
      ledger.close()
    },
  }
}
