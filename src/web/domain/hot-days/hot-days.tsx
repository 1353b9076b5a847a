import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { hotDaysQuery } from './hot-days-query.ts'

// Loaded only when needed: most days are not very hot. If it fails to load, the screen works without it, and members have the notice.
const HotDayOffers = lazyPart(
  async () => (await import('./hot-day-offers.tsx')).HotDayOffers,
  () => null,
)

/** The calls that are offered for very hot days; nothing on every other day. */
export function HotDays() {
  const { data } = useQuery(hotDaysQuery())
  return data && data.offers.length > 0 && <HotDayOffers {...data} />
}
