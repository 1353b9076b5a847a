import type { StartAwayBody } from '#contract/people/aways.ts'
import type { AwayBy } from '#core/away/away-period.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { createOnce } from '#server/platform/http/answers/create-once.ts'
import type { ActingAccount, Actor } from '#server/platform/http/requests/acting-account.ts'
import { columnsOf } from './away-days.ts'
import { storedNote } from './away-note.ts'
import type { AwayPerson, AwaysDeps } from './deps.ts'
import { notifyOfBegin } from './reports/notify-members-of-aways.ts'
import { reportBegin } from './reports/report-away.ts'
import { laterActivity } from './start-away-of-all.ts'

/**
 * Sets a time away for a loved one of the account, and returns its id; one that begins today begins at once. Refuses days that are
 * past, more than 90, and those of another time away. With a `key` it happens once, however often it is requested.
 */
export function startAway(
  deps: AwaysDeps,
  { id: accountId, by: actor }: ActingAccount,
  lovedOneId: number,
  body: StartAwayBody,
  key?: string,
): Promise<number> {
  const request = { accountId, key, asked: ['away', lovedOneId, body], now: deps.clock.now() }
  return createOnce(deps.db, request, async (trx) => {
    const lovedOne = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
    return addAway(deps, trx, { accountId, person: lovedOne, by: 'account_holder', actor, ...body })
  })
}

/** The same in the caller's transaction, who holds the lock of the loved one. */
export async function addAway(
  deps: Omit<AwaysDeps, 'db'>,
  trx: Trx,
  {
    accountId,
    person,
    by,
    actor,
    from,
    until,
    reason,
    note,
  }: Omit<StartAwayBody, 'note'> &
    Partial<Pick<StartAwayBody, 'note'>> & {
      accountId: number
      person: AwayPerson
      by: AwayBy
      /** Which member sets it. */
      actor?: Actor | undefined
    },
): Promise<number> {
  const now = deps.clock.now()
  const { id: lovedOneId, name, timezone } = person
  const columns = await columnsOf(trx, person, { from: from ?? toWallClock(now, timezone).date, until }, now)
  const { id } = await trx
    .insertInto('aways')
    .values({ accountId, lovedOneId, ...columns, reason, setBy: by, personId: actor?.personId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = storedNote(deps.sealing, id, note)
  // Sealed for its id, which exists only now.
  if ('note' in stored) await trx.updateTable('aways').set(stored).where('id', '=', id).execute()
  const { startsAt, endsAt } = columns
  const away = { id, accountId, lovedOneId, name, timezone, startsAt, endsAt, reason, setBy: by, actor }
  if (startsAt <= now) {
    await reportBegin(trx, [away], now)
    await notifyOfBegin(deps, trx, [away], now)
  } else {
    await recordActivity(trx, laterActivity(away))
    await announceChange(trx, accountId, 'calls')
  }
  return id
}
