import { PhoneOff } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { shortName } from '#core/escalation/texts/short-name.ts'

/** On a call to a phone that wants none: it is listed, but does not ring, or did not. */
export function RefusedPill({ isOver = false }: { isOver?: boolean }) {
  return (
    <span className="pill" data-status="cancelled">
      <PhoneOff />
      {isOver ? 'Not called' : 'Won’t ring'}
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
): string =>
  isRefusedByAdmin
    ? 'We don’t ring this number'
    : `${shortName(name)} has asked not to be ${asksBy === 'text' ? 'texted' : 'called'}`

/** Says on a loved one's card that their phone is not rung, and who can change it. */
export function RefusedNote({ lovedOne: { name, callsRefusedAt, isRefusedByAdmin } }: { lovedOne: LovedOne }) {
  if (callsRefusedAt === null) return null
  return (
    <div className="flag">
      <PhoneOff />
      <div>
        <strong>{refusedInWords(name, { isRefusedByAdmin })}</strong>
        {isRefusedByAdmin ? (
          <p>Please enter another number, or write to us if you think that’s a mistake.</p>
        ) : (
          <p>
            We don’t ring that phone. Please talk about it together: only {shortName(name)} can change it, by ringing us
            from it and pressing 1, or texting START.
          </p>
        )}
      </div>
    </div>
  )
}
