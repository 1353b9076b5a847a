import { useLocation } from 'wouter'
import { useOpenIncidents } from '#web/domain/calls/open-incidents-query.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'

// Seldom seen. What could not be loaded is also on the dashboard.
const IncidentStrip = lazyPart(
  async () => (await import('./incident-strip.tsx')).IncidentStrip,
  () => null,
)

const IncidentBadge = lazyPart(
  async () => (await import('./incident-strip.tsx')).IncidentBadge,
  () => null,
)

/** A strip on every screen while an incident goes on, but the dashboard, which says it itself; nothing otherwise. */
export function OpenIncidents() {
  const incidents = useOpenIncidents()
  const isSaidBelow = useLocation()[0] === '/dashboard'
  return incidents.length > 0 && !isSaidBelow && <IncidentStrip incidents={incidents} />
}

/** In the menu: how many incidents go on. */
export function OpenIncidentsBadge() {
  const { length } = useOpenIncidents()
  return length > 0 && <IncidentBadge count={length} />
}
