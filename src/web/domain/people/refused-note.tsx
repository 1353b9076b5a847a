import { PhoneOff } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { refusedInWords } from './refused.tsx'

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
