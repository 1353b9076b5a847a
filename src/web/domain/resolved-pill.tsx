import { Check } from 'lucide-react'

/** Of a call that the account holder ended by "I have reached her". */
export const RESOLVED_LABEL = 'Reached by you'

/** In the place of how a call ended that was not tried again because the account holder had reached the person. */
export function ResolvedPill() {
  return (
    <span className="pill" data-status="cancelled">
      <Check />
      {RESOLVED_LABEL}
    </span>
  )
}
