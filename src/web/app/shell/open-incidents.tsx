import { useOpenIncidents } from '#web/domain/open-incidents-query.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

// Seldom seen. What could not be loaded is on the dashboard all the same.
const IncidentStrip = lazyPart(
  async () => (await import('./incident-strip.tsx')).IncidentStrip,
  () => null,
)

/** A strip on every screen while an incident goes on; nothing otherwise. */
export function OpenIncidents() {
  const incidents = useOpenIncidents()
  return incidents.length > 0 && <IncidentStrip incidents={incidents} />
}

/** In the menu: how many incidents go on. */
export function IncidentBadge() {
  const { length } = useOpenIncidents()
  if (length === 0) return null
  return (
    <span className="nav__badge num">
      <span aria-hidden="true">{length}</span>
      <span className="sr-only">, {length === 1 ? '1 incident needs' : `${length} incidents need`} you</span>
    </span>
  )
}
