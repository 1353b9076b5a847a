import { PhoneOff } from 'lucide-react'
import type { LovedOne } from '#contract/loved-ones.ts'
import { firstName } from './first-names.ts'

/** On a call to a phone that wants none: it stands there, but does not ring. */
export function RefusedPill() {
  return (
    <span className="pill" data-status="cancelled">
      <PhoneOff />
      Asked not to be called
    </span>
  )
}

/** "Margaret has asked not to be called" */
export const refusedInWords = (name: string): string => `${firstName(name)} has asked not to be called`

/** Says on a loved one's card that their phone is not rung, and who can change it. */
export function RefusedNote({ lovedOne: { name, callsRefusedAt } }: { lovedOne: LovedOne }) {
  if (callsRefusedAt === null) return null
  return (
    <div className="flag">
      <PhoneOff />
      <div>
        <strong>{refusedInWords(name)}</strong>
        <p>
          We don’t ring that phone. Please talk about it together: only {firstName(name)} can change it, by ringing
          Cooee from it and pressing 1, or texting START.
        </p>
      </div>
    </div>
  )
}
