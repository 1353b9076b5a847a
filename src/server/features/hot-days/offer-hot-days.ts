import { collectFailures } from '#server/platform/work/collect-failures.ts'
import type { OffersDeps } from './deps.ts'
import { fetchForecasts } from './fetch-forecasts.ts'
import { makeOffers, reviewOffers } from './make-offers.ts'

/** Looks at the forecasts, ends the offers that no longer hold, and makes new ones. Does nothing without a source of forecasts. */
export async function offerHotDays(deps: OffersDeps, isStopped?: () => boolean): Promise<void> {
  if (!deps.forecast) return
  const failures = collectFailures(deps.log)
  await failures.attempt(() => fetchForecasts(deps, isStopped), 'Forecasts not kept; retrying')
  await failures.attempt(() => reviewOffers(deps), 'Offers for hot days not reviewed; retrying')
  await failures.attempt(() => makeOffers(deps), 'Hot days not offered; retrying')
  failures.throwIfAny()
}
