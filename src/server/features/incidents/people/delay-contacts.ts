import { contactsAfterCatchUp } from '#core/calls/catch-up.ts'
import { openCatchUpOf } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { runningAgainSince } from '../steps/extend-ownership.ts'

/** Contacts are not notified before `until`, because the catch-up call is dialled later. The caller holds the lock of that call. */
export async function delayContacts(
  { clock }: Pick<IncidentDeps, 'clock'>,
  trx: Trx,
  lovedOneId: number,
  until: Date,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set((eb) => ({
      contactsFrom: until,
      roundStartsAt: until,
      nextAt: eb.case().when('status', '=', 'running').then(until).else(eb.ref('nextAt')).end(),
    }))
    .where('lovedOneId', '=', lovedOneId)
    .where('endedAt', 'is', null)
    .where('cause', '=', 'not_made')
    .where('contactsFrom', '>', clock.now())
    .where('contactsFrom', '<', until)
    .execute()
}

/**
 * Delays the contacts until the catch-up call to the loved one has had its time, where they are due before it. That
 * happens in two cases: the catch-up call was booked for later, because the regular call that stood in for it was moved;
 * or Cooee itself was not running (once for each outage). Returns whether it delayed them.
 */
export async function delayForCatchUp(
  { clock }: Pick<IncidentDeps, 'clock'>,
  trx: Trx,
  { id, lovedOneId, cause, contactsFrom, roundStartsAt, nextAt, deadlineExtendedAt }: OpenIncident,
): Promise<boolean> {
  if (cause !== 'not_made' || contactsFrom === null || nextAt === null) return false
  const now = clock.now()
  // Somebody was notified in this round, or it is a later one.
  if (roundStartsAt.getTime() !== contactsFrom.getTime() || nextAt > roundStartsAt) return false
  const catchUp = await openCatchUpOf(trx, lovedOneId, now)
  if (catchUp === null) return false
  if (catchUp.bookedFor <= now) {
    const backSince = await runningAgainSince(trx, now)
    if (backSince === null || nextAt >= backSince.at) return false
    if (deadlineExtendedAt !== null && deadlineExtendedAt > backSince.lastRanAt) return false
  }
  const until = contactsAfterCatchUp(catchUp)
  if (until <= now) return false
  await trx
    .updateTable('incidents')
    .set({ contactsFrom: until, roundStartsAt: until, nextAt: until, deadlineExtendedAt: now })
    .where('id', '=', id)
    .execute()
  return true
}
