import { BellRing } from 'lucide-react'
import type { CallDetails } from '#contract/calls/call-details.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** The way to the account holder's own page of the incident while it goes on: to take it on, or to say that all is well. */
export function OpenIncident({ call }: { call: CallDetails }) {
  if (!call.incidentLink || call.escalation?.ended) return null
  return (
    <AppLink className={`${buttonClass({ variant: 'primary' })} justify-self-start`} href={call.incidentLink}>
      <BellRing />
      Open the incident
    </AppLink>
  )
}
