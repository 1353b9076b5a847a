import type { Calendar } from '#contract/accounts/calendar.ts'
import { hashToken, newToken } from '#server/features/accounts/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'

/** A member of an account. */
export interface CalendarOwner {
  accountId: number
  personId: number
}

/** A member's calendar, without its address, of which only a hash is stored. */
export async function calendarOf(db: Db, { accountId, personId }: CalendarOwner): Promise<Calendar> {
  const row = await db
    .selectFrom('calendarFeeds')
    .select(['showsNames', 'createdAt'])
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  return {
    isOn: row !== undefined,
    showNames: row?.showsNames ?? false,
    createdAt: row?.createdAt.toISOString() ?? null,
  }
}

/** Makes the calendar, or gives it a new address: the old one ends with this. Resolves with the secret of the address. */
export async function renewCalendar(
  db: Db,
  { accountId, personId }: CalendarOwner,
  { showNames, now }: { showNames: boolean; now: Date },
): Promise<string> {
  const token = newToken()
  const values = { tokenHash: hashToken(token), showsNames: showNames, createdAt: now }
  await db
    .insertInto('calendarFeeds')
    .values({ accountId, personId, ...values })
    .onConflict((conflict) => conflict.columns(['accountId', 'personId']).doUpdateSet(values))
    .execute()
  return token
}

/** Whether names are shown, at the same address. Not found without a calendar. */
export async function showNamesInCalendar(db: Db, owner: CalendarOwner, showNames: boolean): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('calendarFeeds')
    .set({ showsNames: showNames })
    .where('accountId', '=', owner.accountId)
    .where('personId', '=', owner.personId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Calendar')
}

/** Ends the calendar: its address answers nothing any more. */
export async function endCalendar(db: Db, { accountId, personId }: CalendarOwner): Promise<void> {
  await db.deleteFrom('calendarFeeds').where('accountId', '=', accountId).where('personId', '=', personId).execute()
}

/** Ends every calendar: after a restore an address that was ended or replaced since the backup would answer again. */
export async function endAllCalendars(trx: Trx): Promise<void> {
  await trx.deleteFrom('calendarFeeds').execute()
}

/** Whose calendar an address is. Not found: one that was never made, has ended, or whose account is suspended or being deleted. */
export async function calendarByToken(db: Db, token: string): Promise<CalendarOwner & { showsNames: boolean }> {
  const row = await db
    .selectFrom('calendarFeeds')
    .innerJoin('accounts', 'accounts.id', 'calendarFeeds.accountId')
    .select(['calendarFeeds.accountId', 'calendarFeeds.personId', 'calendarFeeds.showsNames'])
    .where('calendarFeeds.tokenHash', '=', hashToken(token))
    .where('accounts.suspendedAt', 'is', null)
    .where('accounts.suspendedByAdminAt', 'is', null)
    .where('accounts.deletionBeganAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Calendar')
  return row
}
