import { accountApi } from './api/account-api.ts'
import { createApiServer } from './api/api-server.ts'
import { callRecordingsApi } from './api/call-recordings-api.ts'
import { callsApi } from './api/calls-api.ts'
import { messagesApi } from './api/messages-api.ts'
import { numbersApi } from './api/numbers-api.ts'
import { recordingsApi } from './api/recordings-api.ts'
import { CallWebhooks } from './call/call-webhooks.ts'
import { Exchange } from './call/exchange.ts'
import { type HostileOptions, Hostility } from './hostility.ts'
import { InboundTexts } from './inbound-texts.ts'
import { Ledger } from './ledger.ts'
import { type Pace, SANDBOX_PACE } from './pace.ts'
import {
  type Behaviour,
  behaviourOf as behaviourByDigits,
  type CallerBehaviour,
  type PhoneSettings,
  type TextBehaviour,
} from './phone/behaviour.ts'
import { answerToQuestion } from './phone/contact-answers.ts'
import { type EndedPhone, endedPhones, type LivePhone, livePhones } from './phone/live-phones.ts'
import { PhoneBook } from './phone/phone-book.ts'
import { type QuestionReply, questionReplyOf, replyTo } from './phone/question-replies.ts'
import { Postroom } from './postroom.ts'
import type { RelayFault } from './relay/relay-faults.ts'
import { Relays } from './relay/relays.ts'
import { newSid } from './sid.ts'
import type { SimulatedCall, SimulatedMessage, SimulatedNumber, SimulatedRecording } from './simulated-records.ts'
import { type AfterFailure, type SoundFault, Sounds } from './sounds/sounds.ts'
import { Webhooks } from './webhooks.ts'

export type { Behaviour } from './phone/behaviour.ts'
export type { Act, PhoneScript } from './phone/phone-script.ts'
export type { QuestionReply } from './phone/question-replies.ts'
export * from './simulated-records.ts'

export interface TwilioSimulatorOptions {
  accountSid: string
  authToken: string
  /** The numbers that belong to the account, E.164; people can ring them and write to them. None unless given: then calls and texts may come from every number, else from these alone. */
  numbers?: string[]
  /** How many calls a second may come from one number. Without a limit unless given. */
  callsPerSecond?: number
  /** Default 0: any free port. */
  port?: number
  /** How long a phone rings before its owner takes it, or before it has rung out. Default 3. */
  ringSeconds?: number
  /** Where calls and messages are kept, so that they outlive a killed process. Without it they live in memory. */
  journalPath?: string
  /** Faults in the API and in the callbacks. Off unless given. */
  hostile?: HostileOptions
  /** False loses every status callback, as if the network were cut one way; documents are still fetched. */
  deliverCallbacks?: boolean
  /** How fast the time on the line passes; compressed unless given. */
  pace?: Pace
  /** Decides greetings and the errors of machine detection, together with the number and how often it was rung. Default 1. */
  seed?: number
}

/** As of callbacks. */
const RELAY_FAULT_SHARE = 0.05

/** A running simulator. Its records are live: read them, do not change them. */
export interface TwilioSimulator {
  /** The base URL that takes the place of https://api.twilio.com. */
  readonly url: string
  /** Every call since the beginning, oldest first. */
  calls(): readonly SimulatedCall[]
  call(sid: string): SimulatedCall | undefined
  /** The calls to one number, oldest first. */
  callsTo(number: string): readonly SimulatedCall[]
  /** Every text message since the beginning, both ways, oldest first. */
  messages(): readonly SimulatedMessage[]
  recordings(): readonly SimulatedRecording[]
  /** The account's numbers, with whom they ask. */
  numbers(): readonly SimulatedNumber[]
  /** The numbers from which calls came faster than `callsPerSecond`, once for each that was refused for it. */
  overRate(): readonly string[]
  /** A person takes the ringing phone: from here on nothing is pressed for them. False if it does not ring. */
  answer(callSid: string): boolean
  /** The person presses keys (`0`-`9`, `*`, `#`). False if they are not on the phone. */
  press(callSid: string, keys: string): boolean
  /** The person says something. False if they are not on the phone. */
  speak(callSid: string, words: string): boolean
  /** The person hangs up, or declines a ringing phone. False if the call is over. */
  hangUp(callSid: string): boolean
  /**
   * Somebody rings the account's (first) number. The number's VoiceUrl is asked what to say; it may decline. Without a
   * choice they listen and press nothing until the document ends; `byHand` leaves everything to press, speak and hangUp.
   * Null where the number has no VoiceUrl: at the provider, too, no such call is ever seen.
   * @param from E.164, or whatever a caller who withholds the number is shown as
   */
  ring(from: string, options?: { to?: string; behaviour?: CallerBehaviour; byHand?: boolean }): SimulatedCall | null
  /** A person writes to the account's (first) number: its SmsUrl is notified, and its answer is sent back to them. */
  text(from: string, body: string, options?: { to?: string }): SimulatedMessage
  /** The phones that ring or are talked on now, oldest first. Costs nothing for what is over. */
  phones(): LivePhone[]
  /** The calls that ended last, the newest first. Default 10. */
  endedPhones(atMost?: number): EndedPhone[]
  /** Overrides what a number's last two digits stand for, for later calls and as long as the journal; null takes that back. */
  setBehaviour(number: string, behaviour: Behaviour | null): void
  /** What befalls every talk of calls to a number, until null takes that back. Not kept in the journal. */
  setRelayFault(number: string, fault: RelayFault | null): void
  /** What befalls every sound that is played in calls to a number, and what the call does then, until null takes that back. */
  setSoundFault(number: string, fault: SoundFault | null, then?: AfterFailure): void
  /** What becomes of texts to a number, whatever it does with calls; null takes that back. Kept like the above. */
  setTextBehaviour(number: string, behaviour: TextBehaviour | null): void
  /**
   * Somebody sits beside a phone and may take it: it rings as long as the caller lets it, then rings out. When they go
   * away, also while it rings, it behaves as it does alone. Not kept in the journal.
   */
  setWatched(number: string, isWatched: boolean): void
  /** Every number whose behaviour was set. */
  behaviours(): PhoneSettings[]
  /** What a number does now, whether it was set or its last two digits stand for it. */
  behaviourOf(number: string): { calls: Behaviour; texts: TextBehaviour }
  /** What its owner writes back to a question by text, while nobody sits beside it. */
  questionReplyOf(number: string): QuestionReply
  /** What a number's last two digits stand for, whatever was set. */
  ownBehaviourOf(number: string): Behaviour
  /** Stops as a power cut would: with a journal, the next start takes up what was going on. A second time does nothing. */
  close(): Promise<void>
}

/** Starts a stateful simulator of the telephone provider (API version 2010-04-01), for the official SDK to be pointed at. */
export async function startTwilioSimulator(options: TwilioSimulatorOptions): Promise<TwilioSimulator> {
  const { accountSid, authToken } = options
  const hostility = options.hostile ? new Hostility(options.hostile) : null
  const ledger = new Ledger(options.journalPath)
  const webhooks = new Webhooks({ authToken, hostility, deliverCallbacks: options.deliverCallbacks ?? true })
  const callWebhooks = new CallWebhooks(webhooks, ledger)
  const phoneBook = new PhoneBook(ledger)
  const relays = new Relays({
    authToken,
    pace: options.pace ?? SANDBOX_PACE,
    hostile: options.hostile ? { seed: options.hostile.seed, share: options.hostile.share ?? RELAY_FAULT_SHARE } : null,
  })
  const sounds = new Sounds()
  const exchange = new Exchange(
    {
      accountSid,
      ringSeconds: options.ringSeconds ?? 3,
      pace: options.pace ?? SANDBOX_PACE,
      seed: options.seed ?? 1,
    },
    ledger,
    phoneBook,
    callWebhooks,
    { relays, sounds },
  )
  const postroom = new Postroom(accountSid, ledger, phoneBook, webhooks)
  const inboundTexts = new InboundTexts(ledger, webhooks, postroom)
  postroom.onDelivered = ({ from, to, body }) => {
    const reply = replyTo(body, phoneBook.questionReplyOf(to))
    const number = reply && ledger.numbers.withKey(from).at(-1)
    if (number) inboundTexts.receiveAfter(reply.afterMilliseconds, () => inboundTexts.receive(number, to, reply.words))
  }
  postroom.onRead = ({ to, from, body }) => {
    const answer = answerToQuestion(to, body)
    const number = ledger.numbers.withKey(from).at(-1)
    if (answer !== null && number) inboundTexts.receive(number, to, answer)
  }
  const overRate: string[] = []
  const app = await createApiServer({ accountSid, authToken, hostility })
  let url = ''
  let closed = false
  callsApi(app, {
    ledger,
    phoneBook,
    exchange,
    accountSid,
    callsPerSecond: options.callsPerSecond,
    onOverRate: (from) => overRate.push(from),
  })
  messagesApi(app, { ledger, phoneBook, postroom, accountSid })
  accountApi(app, { accountSid })
  numbersApi(app, { ledger, accountSid })
  callRecordingsApi(app, { ledger, recorder: exchange.recorder, accountSid })
  recordingsApi(app, { ledger, accountSid })
  for (const number of options.numbers ?? []) addNumber(ledger, accountSid, number)
  const ownNumber = (wanted = options.numbers?.[0]): SimulatedNumber => {
    const number = wanted === undefined ? undefined : ledger.numbers.withKey(wanted).at(-1)
    if (!number) throw new Error(`The account has no number${wanted === undefined ? '' : ` ${wanted}`}`)
    return number
  }
  url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  callWebhooks.publicUrl = url
  exchange.resume()
  postroom.resume()
  inboundTexts.resume()

  return {
    url,
    calls: () => ledger.calls.all(),
    call: (sid) => ledger.calls.get(sid),
    callsTo: (number) => ledger.calls.withKey(number),
    messages: () => ledger.messages.all(),
    recordings: () => ledger.recordings.all(),
    numbers: () => ledger.numbers.all(),
    overRate: () => overRate,
    ring: (from, { to, behaviour, byHand = false } = {}) =>
      exchange.receive({ number: ownNumber(to), from, behaviour: behaviour ?? { kind: 'silent' }, byHand }),
    text: (from, body, { to } = {}) => inboundTexts.receive(ownNumber(to), from, body),
    phones: () => livePhones(exchange),
    endedPhones: (atMost = 10) => endedPhones(ledger, atMost),
    answer(callSid) {
      const line = exchange.line(callSid)
      const call = ledger.calls.get(callSid)
      if (!line || call?.status !== 'ringing' || call.direction === 'inbound') return false
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
      return call ? exchange.hangUp(call, 'person') : false
    },
    setSoundFault: (number, fault, then) => sounds.setFault(number, fault, then),
    setRelayFault: (number, fault) => relays.setFault(number, fault),
    setBehaviour: (number, behaviour) => phoneBook.setBehaviour(number, behaviour),
    setTextBehaviour: (number, behaviour) => phoneBook.setTextBehaviour(number, behaviour),
    setWatched(number, isWatched) {
      const wasWatched = phoneBook.isWatched(number)
      phoneBook.setWatched(number, isWatched)
      if (wasWatched && !isWatched) exchange.leave(number)
    },
    behaviours: () => ledger.phones(),
    behaviourOf: (number) => ({ calls: phoneBook.behaviourOf(number), texts: phoneBook.textBehaviourOf(number) }),
    questionReplyOf: (number) => questionReplyOf(number, phoneBook.behaviourOf(number)),
    ownBehaviourOf: (number) => behaviourByDigits(number),
    async close() {
      if (closed) return
      closed = true
      await app.close()
      exchange.powerOff()
      postroom.powerOff()
      inboundTexts.powerOff()
      webhooks.close()
      ledger.close()
    },
  }
}

/** Makes a number the account's, once: what was set for it before a restart stays. */
function addNumber(ledger: Ledger, accountSid: string, phoneNumber: string): void {
  if (ledger.numbers.withKey(phoneNumber).length > 0) return
  const now = new Date()
  ledger.addNumber({
    sid: newSid('PN'),
    accountSid,
    phoneNumber,
    createdTime: now,
    updatedTime: now,
    voice: null,
    voiceFallback: null,
    sms: null,
    smsFallback: null,
    statusCallback: null,
  })
}
