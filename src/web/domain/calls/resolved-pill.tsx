import { Check } from 'lucide-react'

/** Of a call that the account holder ended by "I have reached her". */
export const RESOLVED_LABEL = 'Reached by you'

/** In place of the outcome of a call that was not retried because the account holder had reached the person. */
export function ResolvedPill() {
  return (
    <span className="pill" data-status="cancelled">
      <Check />
      {RESOLVED_LABEL}
    </span>
  )
}
