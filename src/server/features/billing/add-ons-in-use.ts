import { ADD_ONS, type AddOnId } from '#core/plans/prices.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Trx } from '#server/platform/database.ts'

/**
 * Refuses to give up add-ons whose type of call is still scheduled. A call that is scheduled while the card provider
 * carries a removal out is placed all the same.
 */
export async function refuseRemovingAddOnsInUse(
  trx: Trx,
  accountId: number,
  removed: readonly AddOnId[],
): Promise<void> {
  for (const id of removed) {
    const { name, callType } = ADD_ONS[id]
    const { count } = await trx
      .selectFrom('calls')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('accountId', '=', accountId)
      .where('callType', '=', callType)
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow()
    if (count === 0) continue
    const calls = count === 1 ? 'a scheduled call' : `${count} scheduled calls`
    throw new AppError('conflict', `${name} still has ${calls}. Cancel what is scheduled first, then remove it.`)
  }
}
