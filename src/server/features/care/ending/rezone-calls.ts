import { contactsAfterCatchUp } from '#core/calls/catch-up.ts'
import { rezoneAways } from '#server/features/aways/public.ts'
import { rezoneSchedules } from '#server/features/calls/public.ts'
import { delayContacts } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CareDeps } from '../deps.ts'

/** After a move out of `previousZone`, in its transaction: times away, schedules and catch-up calls go by the new clocks, and contacts wait for the latter. */
export async function rezoneCalls(
  deps: Pick<CareDeps, 'jobs' | 'clock' | 'incidents'>,
  trx: Trx,
  change: { lovedOneId: number; previousZone: string; confirmNight: boolean },
): Promise<void> {
  await rezoneAways(trx, change.lovedOneId, deps.clock.now())
  const { catchUp } = await rezoneSchedules(deps, trx, change)
  if (catchUp) await delayContacts(deps.incidents, trx, change.lovedOneId, contactsAfterCatchUp(catchUp))
}
