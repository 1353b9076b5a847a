import { TriangleAlert } from 'lucide-react'
import type { OpenIncidentView } from '#contract/calls/incidents.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import './incident-strip.css'

/** Above every screen while an incident goes on: what happened, who takes care of it, and the way to its page. */
export function IncidentStrip({ incidents }: { incidents: readonly OpenIncidentView[] }) {
  return (
    <section className="incident-strip" aria-label="Needs you now">
      {incidents.map((incident) => (
        <div key={incident.id} className="incident-strip__row">
          <TriangleAlert aria-hidden="true" />
          <p>
            <strong>{keptTogether(incident.headline)}.</strong> {standing(incident)}
          </p>
          <AppLink className={buttonClass({ size: 'sm' })} href={incident.link}>
            <span>
              Open <VisuallyHidden>the incident about {incident.lovedOne.name}</VisuallyHidden>
            </span>
          </AppLink>
        </div>
      ))}
    </section>
  )
}

function standing({ status, owner, isYours, lovedOne }: OpenIncidentView): string {
  const name = shortName(lovedOne.name)
  if (status !== 'owned') return `Nobody is checking on ${name} yet.`
  return isYours ? `You’re checking on ${name}.` : `${owner ?? 'Someone'} is checking on ${name}.`
}

/** How many incidents go on, at an entry of the menu. */
export function IncidentBadge({ count }: { count: number }) {
  return (
    <span className="nav__badge num">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">, {count === 1 ? '1 incident needs' : `${count} incidents need`} you</span>
    </span>
  )
}
