import type { EditAwayBody } from '#contract/people/aways.ts'
import { lastDayAway } from '#core/away/away-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { columnsOf } from './away-days.ts'
import { storedNote } from './away-note.ts'
import type { AwaysDeps } from './deps.ts'
import { endLocked, memberOf } from './end-aways.ts'
import { lockAways } from './lock-aways.ts'
import { notifyOfBegin, notifyOfMove } from './reports/notify-members-of-aways.ts'
import { reportBegin } from './reports/report-away.ts'

/** Changes a time away that has not ended. Refuses what `startAway` refuses, and another first day once it has begun. */
export async function editAway(
  deps: AwaysDeps,
  { id: accountId, by: actor }: ActingAccount,
  awayId: number,
  body: EditAwayBody,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now()
    const away = await lockOwnAway(trx, accountId, awayId, now)
    const { lovedOneId, name, timezone } = away
    const hasBegun = away.startsAt <= now
    const days = { from: body.from ?? away.startsOn, until: body.until ?? away.endsOn }
    if (hasBegun && days.from !== away.startsOn) {
      throw new AppError('invalid', "It has begun, so the first day can't change", { field: 'from' })
    }
    const person = { id: lovedOneId, name, timezone }
    const { startsAt, ...columns } = await columnsOf(trx, person, days, now, { exceptId: awayId, hasBegun })
    const begins = hasBegun ? away.startsAt : startsAt
    const reason = body.reason ?? away.reason
    await trx
      .updateTable('aways')
      .set({ ...columns, startsAt: begins, reason, ...storedNote(deps.sealing, awayId, body.note) })
      .where('id', '=', awayId)
      .execute()
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_updated',
      description: `${name}'s time away changed`,
      by: actor,
      does: `changed ${name}'s time away`,
      details: `Away until ${lastDayAway(columns.endsAt, timezone)}`,
      lovedOneId,
    })
    await announceChange(trx, accountId, 'calls')
    const changed = { ...away, ...columns, startsAt: begins, reason, actor }
    if (hasBegun) {
      const doneBy = changed.endsAt.getTime() === away.endsAt.getTime() ? null : await memberOf(trx, changed)
      if (doneBy !== null) await notifyOfMove(deps, trx, changed, doneBy)
    } else if (begins <= now) {
      await reportBegin(trx, [changed], now)
      await notifyOfBegin(deps, trx, [changed], now)
    }
  })
}

/** Ends a time away now, or takes back one that has not begun. Calls ring again from this moment. Refuses one that has ended. */
export async function endAway(
  deps: AwaysDeps,
  { id: accountId, by: actor }: ActingAccount,
  awayId: number,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now()
    await endLocked(deps, trx, [{ ...(await lockOwnAway(trx, accountId, awayId, now)), actor }], now)
  })
}

/** Ends all of the account that last now, and takes back those to come. */
export async function endAllAways(deps: AwaysDeps, { id: accountId, by: actor }: ActingAccount): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now()
    const known = await trx
      .selectFrom('aways')
      .select('lovedOneId')
      .where('accountId', '=', accountId)
      .where('endsAt', '>', now)
      .execute()
    const lovedOneIds = known.map(({ lovedOneId }) => lovedOneId)
    const locked = await lockAways(trx, lovedOneIds, (eb) => eb('endsAt', '>', now))
    const inOrder = locked.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    await endLocked(
      deps,
      trx,
      inOrder.map((away) => ({ ...away, actor })),
      now,
    )
  })
}

async function lockOwnAway(trx: Trx, accountId: number, awayId: number, now: Date) {
  const named = await trx
    .selectFrom('aways')
    .select('lovedOneId')
    .where('id', '=', awayId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!named) throw notFound('Time away')
  // The loved one first, as everywhere; the row is read after the wait.
  const { name, timezone } = await ownLovedOne(trx, accountId, named.lovedOneId, 'locked')
  const away = await trx.selectFrom('aways').selectAll().where('id', '=', awayId).forUpdate().executeTakeFirst()
  if (!away) throw notFound('Time away')
  if (away.endsAt <= now) throw new AppError('conflict', 'This time away has ended')
  return { ...away, name, timezone }
}
