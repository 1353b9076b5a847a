import type {
  EndedCall,
  LineTurn,
  PhoneBehaviour,
  PhoneText,
  QuestionReply,
  TextBehaviour,
} from '#contract/admin/sandbox.ts'
import type { SandboxPhones } from './features/sandbox/public.ts'

type Turn = { kind: string; text: string; at: Date; language?: string }
type SimulatedBehaviour = { kind: string; keys?: string }

/** A simulator of phones, as far as people play on it. */
export interface PhoneSimulator {
  phones(): {
    callSid: string
    number: string
    direction: 'inbound' | 'outbound'
    turns: readonly Turn[]
    status: 'ringing' | 'talking'
    since: Date
    awaits: { keys: boolean; speech: boolean } | null
    byHand: boolean
  }[]
  endedPhones(atMost: number): {
    callSid: string
    number: string
    direction: 'inbound' | 'outbound'
    turns: readonly Turn[]
    status: string
    endedAt: Date
  }[]
  messages(): readonly {
    sid: string
    direction: string
    to: string
    from: string
    body: string
    status: string
    createdTime: Date
  }[]
  answer(callSid: string): boolean
  press(callSid: string, keys: string): boolean
  speak(callSid: string, words: string): boolean
  hangUp(callSid: string): boolean
  ring(from: string, options: { byHand: boolean }): { sid: string } | null
  text(from: string, body: string): unknown
  behaviours(): { number: string; calls: SimulatedBehaviour | null; texts: TextBehaviour | null }[]
  behaviourOf(number: string): { texts: TextBehaviour }
  ownBehaviourOf(number: string): SimulatedBehaviour
  questionReplyOf(number: string): QuestionReply
  setBehaviour(number: string, behaviour: (typeof SIMULATED)[PhoneBehaviour] | null): void
  setTextBehaviour(number: string, behaviour: TextBehaviour | null): void
  setWatched(number: string, isWatched: boolean): void
}

/** Our words for behaviours and the simulator's. */
const SIMULATED = {
  presses_1: { kind: 'presses', keys: '1' },
  asks_for_help: { kind: 'presses', keys: '2' },
  presses_nothing: { kind: 'silent' },
  hangs_up: { kind: 'hangs-up' },
  rings_out: { kind: 'rings-out' },
  busy: { kind: 'busy' },
  machine: { kind: 'machine' },
  second_try: { kind: 'answers-second-time', keys: '1' },
  refused: { kind: 'invalid-number' },
  hiccups: { kind: 'unavailable-twice', keys: '1' },
  says_hello: { kind: 'says-hello' },
  voicemail: { kind: 'voicemail' },
  screens_calls: { kind: 'screens-calls' },
  not_understood: { kind: 'not-understood' },
  says_two: { kind: 'says-two' },
  slow_person: { kind: 'slow-person' },
  presses_hash: { kind: 'presses-hash' },
  reception: { kind: 'reception' },
  second_thought: { kind: 'second-thought' },
  declines: { kind: 'declines' },
  agrees_late: { kind: 'agrees-late' },
  stops_calls: { kind: 'stops-calls' },
  talks: { kind: 'talks' },
  talk_helps: { kind: 'talk-helps' },
  talk_declines: { kind: 'talk-declines' },
  talk_silent: { kind: 'talk-silent' },
  talk_drops: { kind: 'talk-drops' },
} as const satisfies Record<PhoneBehaviour, SimulatedBehaviour>

/** How long somebody is believed to sit beside a phone without saying so again: their page does every 2.5 seconds. */
const WATCHED_MS = 8_000
/** As `WATCHED_MS`, for a page that is not in front: browsers let it act only once a minute. */
const WATCHED_IN_BACKGROUND_MS = 75_000

/** The phones of a simulator, to be played on. `stop` forgets who sits beside them. */
export function sandboxPhones(simulator: PhoneSimulator, cooeesNumber: string): SandboxPhones & { stop(): void } {
  let watched: readonly string[] = []
  let leaving: NodeJS.Timeout | undefined

  function watch(numbers: readonly string[], { isInBackground }: { isInBackground: boolean }): void {
    clearTimeout(leaving)
    for (const number of watched) if (!numbers.includes(number)) simulator.setWatched(number, false)
    for (const number of numbers) simulator.setWatched(number, true)
    watched = numbers
    if (numbers.length === 0) return
    const watchedMs = isInBackground ? WATCHED_IN_BACKGROUND_MS : WATCHED_MS
    leaving = setTimeout(() => watch([], { isInBackground }), watchedMs).unref()
  }

  return {
    cooeesNumber,
    liveCalls: () =>
      simulator.phones().map(({ callSid, since, awaits, byHand, turns, ...call }) => ({
        ...call,
        id: callSid,
        since: since.toISOString(),
        asksFor: awaits,
        isByHand: byHand,
        turns: turns.map(presentTurn),
      })),
    endedCalls: (atMost) =>
      simulator.endedPhones(atMost).map(({ callSid, number, direction, turns, status, endedAt }) => ({
        id: callSid,
        number,
        direction,
        turns: turns.map(presentTurn),
        outcome: outcomeOf(status),
        endedAt: endedAt.toISOString(),
      })),
    texts: (atMost) => simulator.messages().slice(-atMost).reverse().map(presentText),
    answer: (callId) => simulator.answer(callId),
    press: (callId, keys) => simulator.press(callId, keys),
    speak: (callId, words) => simulator.speak(callId, words),
    hangUp: (callId) => simulator.hangUp(callId),
    ring: (from) => simulator.ring(from, { byHand: true })?.sid ?? null,
    text: (from, text) => void simulator.text(from, text),
    settingsOf(number) {
      const set = simulator.behaviours().find((settings) => settings.number === number)
      return {
        behaviour: set?.calls ? nameOf(set.calls) : null,
        ownBehaviour: nameOf(simulator.ownBehaviourOf(number)),
        texts: simulator.behaviourOf(number).texts,
      }
    },
    questionReplyOf: (number) => simulator.questionReplyOf(number),
    numbersSet: () => simulator.behaviours().flatMap(({ number, calls, texts }) => ((calls ?? texts) ? [number] : [])),
    setBehaviour: (number, behaviour) => simulator.setBehaviour(number, behaviour && SIMULATED[behaviour]),
    setTexts: (number, texts) => simulator.setTextBehaviour(number, texts),
    watch,
    stop: () => clearTimeout(leaving),
  }
}

function nameOf({ kind, keys }: SimulatedBehaviour): PhoneBehaviour {
  if (kind === 'presses') return keys === '2' ? 'asks_for_help' : 'presses_1'
  const names = Object.entries(SIMULATED) as [PhoneBehaviour, SimulatedBehaviour][]
  return names.find(([, simulated]) => simulated.kind === kind)?.[0] ?? 'presses_1'
}

function presentTurn({ kind, text, at, language }: Turn): LineTurn {
  return {
    kind: TURN_KINDS[kind] ?? 'other',
    text: kind === 'played' ? (/[\d.]+ seconds/.exec(text)?.[0] ?? text) : text,
    ...(language && { language }),
    at: at.toISOString(),
  }
}
const TURN_KINDS: Record<string, LineTurn['kind']> = {
  said: 'said',
  played: 'played',
  pressed: 'pressed',
  spoke: 'spoke',
  'hung-up': 'hung_up',
}

function outcomeOf(status: string): EndedCall['outcome'] {
  switch (status) {
    case 'completed':
      return 'talked'
    case 'busy':
      return 'busy'
    case 'no-answer':
    case 'canceled':
      return 'no_answer'
    default:
      return 'not_placed'
  }
}

function presentText(message: ReturnType<PhoneSimulator['messages']>[number]): PhoneText {
  const isToCooee = message.direction === 'inbound'
  return {
    id: message.sid,
    number: isToCooee ? message.from : message.to,
    direction: isToCooee ? 'to_cooee' : 'from_cooee',
    text: message.body,
    at: message.createdTime.toISOString(),
    status: TEXT_STATUSES[message.status] ?? 'on_its_way',
  }
}
const TEXT_STATUSES: Record<string, PhoneText['status']> = {
  delivered: 'delivered',
  received: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}
