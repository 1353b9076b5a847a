import { awayPeriod } from '#core/away/away-period.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** In the transaction that has moved a loved one to another zone: times away keep their days, by the new clocks. One that has begun stays begun. */
export async function rezoneAways(trx: Trx, lovedOneId: number, now: Date): Promise<void> {
  const rows = await trx
    .selectFrom('aways')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
    .selectAll('aways')
    .select('lovedOnes.timezone')
    .where('aways.lovedOneId', '=', lovedOneId)
    .where('aways.endsAt', '>', now)
    .execute()
  const ended = await trx
    .selectFrom('aways')
    .select('endsAt')
    .where('lovedOneId', '=', lovedOneId)
    .where('endsAt', '<=', now)
    .orderBy('endsAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  for (const { id, accountId, startsOn, endsOn, startsAt: before, remindAt: notice, timezone } of rows) {
    const period = awayPeriod({ from: startsOn, until: endsOn }, timezone)
    // By the new clocks its first day may have begun before the one before it ended.
    const begins = ended && ended.endsAt > period.startsAt ? ended.endsAt : period.startsAt
    const startsAt = before <= now ? before : begins
    const endsAt = period.endsAt > startsAt ? period.endsAt : new Date(startsAt.getTime() + 1)
    const remindAt = notice === null ? null : period.remindAt
    await trx.updateTable('aways').set({ startsAt, endsAt, remindAt }).where('id', '=', id).execute()
    await announceChange(trx, accountId, 'calls')
  }
}
