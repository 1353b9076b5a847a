import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { hotDaysQuery } from './hot-days-query.ts'

// Most days are not very hot. Where it does not arrive, the notice has told of the offer, and the screen is whole without it.
const HotDayOffers = lazyPart(
  async () => (await import('./hot-day-offers.tsx')).HotDayOffers,
  () => null,
)

/** The calls that are offered for very hot days; nothing on every other day. */
export function HotDays() {
  const { data } = useQuery(hotDaysQuery())
  return data && data.offers.length > 0 && <HotDayOffers offers={data.offers} />
}
