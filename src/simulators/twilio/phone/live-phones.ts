import type { Exchange } from '../call/exchange.ts'
import type { Ledger } from '../ledger.ts'
import { type CallStatus, type CallTurn, isOver, type SimulatedCall } from '../simulated-records.ts'

/** One call, seen from the phone of the person on it. */
interface PhoneCall {
  callSid: string
  /** The person's number, whichever side rang. */
  number: string
  /** `inbound`: the person rang the account. */
  direction: 'inbound' | 'outbound'
  /** Everything said, pressed and heard so far, oldest first. */
  turns: readonly CallTurn[]
}

/** A phone that rings, or is being talked on. */
export interface LivePhone extends PhoneCall {
  status: 'ringing' | 'talking'
  /** When it began to ring, or when it was answered. */
  since: Date
  /** What was said to the person last; null before anything was. */
  saying: string | null
  /** What the person is being asked for at this moment; null while nothing they do counts. */
  awaits: { keys: boolean; speech: boolean } | null
  /** A person holds it: nothing is pressed for them. */
  byHand: boolean
}

export interface EndedPhone extends PhoneCall {
  status: CallStatus
  endedAt: Date
  durationSeconds: number | null
}

/** The phones that ring or talk now, the earliest first. Reads nothing that is over. */
export function livePhones(exchange: Exchange): LivePhone[] {
  return exchange.live().flatMap(({ call, line }) => {
    if (call.status !== 'ringing' && call.status !== 'in-progress') return []
    return [
      {
        ...phoneCall(call),
        status: call.status === 'ringing' ? 'ringing' : 'talking',
        since: call.answeredTime ?? call.startTime ?? call.createdTime,
        saying: call.turns.findLast(({ kind }) => kind === 'said')?.text ?? null,
        awaits: line.awaits,
        byHand: line.byHand,
      },
    ]
  })
}

/** The calls that ended last, the newest first; among so many that began last as are needed to find them. */
export function endedPhones(ledger: Ledger, atMost: number): EndedPhone[] {
  const calls = ledger.calls.all()
  const ended: EndedPhone[] = []
  for (let index = calls.length - 1; index >= 0 && ended.length < atMost; index -= 1) {
    const call = calls[index]
    if (!call?.endTime || !isOver(call.status)) continue
    const { status, endTime: endedAt, durationSeconds } = call
    ended.push({ ...phoneCall(call), status, endedAt, durationSeconds })
  }
  return ended.sort((one, other) => other.endedAt.getTime() - one.endedAt.getTime())
}

function phoneCall({ sid, direction, to, from, turns }: SimulatedCall): PhoneCall {
  const isInbound = direction === 'inbound'
  return { callSid: sid, number: isInbound ? from : to, direction: isInbound ? 'inbound' : 'outbound', turns }
}
