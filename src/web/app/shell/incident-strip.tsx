import { TriangleAlert } from 'lucide-react'
import type { OpenIncidentView } from '#contract/incidents.ts'
import { AppLink } from '#web/lib/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import './incident-strip.css'

/** Above every screen while an incident goes on: what happened, who looks after it, and the way to its page. */
export function IncidentStrip({ incidents }: { incidents: readonly OpenIncidentView[] }) {
  return (
    <section className="incident-strip" aria-label="Needs you now">
      {incidents.map((incident) => (
        <div key={incident.id} className="incident-strip__row">
          <TriangleAlert aria-hidden="true" />
          <p>
            <strong>{incident.headline}.</strong> {standing(incident)}
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

function standing({ status, owner, isYours }: OpenIncidentView): string {
  if (status === 'owned') return isYours ? 'You are looking after it.' : `${owner ?? 'Somebody'} is looking after it.`
  return 'Nobody is looking after it yet.'
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
