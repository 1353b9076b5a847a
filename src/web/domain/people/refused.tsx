import { PhoneOff } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'

/** On a call to a phone that wants none: it is listed, but does not ring, or did not. */
export function RefusedPill({ isOver = false, asksBy = 'call' }: { isOver?: boolean; asksBy?: AsksBy }) {
  const isText = asksBy === 'text'
  return (
    <span className="pill" data-status="cancelled">
      <PhoneOff />
      {isOver ? `Not ${isText ? 'texted' : 'called'}` : `Won’t ${isText ? 'be sent' : 'ring'}`}
    </span>
  )
}

/** Under the time of a call: why it does not ring, or did not. */
export function RefusedReason({
  call,
}: {
  call: Pick<Call, 'status' | 'asksBy' | 'isRefused' | 'isRefusedByAdmin' | 'lovedOne'>
}) {
  if (!call.isRefused || call.status === 'completed') return null
  return <span className="muted block">{refusedInWords(call.lovedOne.name, call)}</span>
}

/** "Margaret has asked not to be called" */
export const refusedInWords = (
  name: string,
  { isRefusedByAdmin, asksBy = 'call' }: { isRefusedByAdmin: boolean; asksBy?: AsksBy },
): string => (isRefusedByAdmin ? 'We don’t ring this number' : `${shortName(name)} has asked not to be ${asksBy}ed`)

/** Whether what comes next does not ring, since that phone wants no calls. A text is sent all the same. */
export const isNextRefused = ({ callsRefusedAt, nextCall }: Pick<LovedOne, 'callsRefusedAt' | 'nextCall'>): boolean =>
  callsRefusedAt !== null && nextCall?.asksBy !== 'text'
