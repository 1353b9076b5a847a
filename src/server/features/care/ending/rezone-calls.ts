import { contactsAfterCatchUp } from '#core/calls/catch-up.ts'
import { rezoneSchedules } from '#server/features/calls/public.ts'
import { delayContacts } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CareDeps } from '../deps.ts'

/**
 * Called in the transaction that has moved a loved one out of `previousZone`: their schedules and their catch-up call go by the
 * new clocks, and where that puts the catch-up call off, contacts are told nothing before it either.
 */
export async function rezoneCalls(
  deps: Pick<CareDeps, 'jobs' | 'clock' | 'incidents'>,
  trx: Trx,
  change: { lovedOneId: number; previousZone: string; confirmNight: boolean },
): Promise<void> {
  const { catchUp } = await rezoneSchedules(deps, trx, change)
  if (catchUp) await delayContacts(deps.incidents, trx, change.lovedOneId, contactsAfterCatchUp(catchUp))
}
