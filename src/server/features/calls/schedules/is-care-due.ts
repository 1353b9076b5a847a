import { isPhoneFree } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { MAY_BE_DIALLED } from '../state/may-be-dialled.ts'
import { NUMBER_TO_DIAL } from '../state/number-to-dial.ts'

/** Whether a care call waits to be dialled. A call whose phone is in use cannot be dialled, and does not count. */
export async function isCareDue(trx: Trx, now: Date): Promise<boolean> {
  const due = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select('calls.id')
    .where('calls.dialAt', '<=', now)
    .where('calls.dialBy', '>=', now)
    .where(MAY_BE_DIALLED)
    .where(isPhoneFree(NUMBER_TO_DIAL, now))
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}
