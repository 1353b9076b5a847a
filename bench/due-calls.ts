import { sql } from 'kysely'
import { placeCallJob } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { insertCarers } from './insert-carers.ts'

const CALLS_PER_ACCOUNT = 5
/** The first account is an organisation with this share of all calls: one behind whom nobody may wait. */
const SHARE_OF_ONE = 0.1
const JOBS_AT_ONCE = 1000

/**
 * `count` calls of daily schedules, of all four types, to as many loved ones, a tenth of them of one account and the
 * others five to an account, each with the job that wakes a worker: what the same number of `POST /api/calls` would have
 * left behind. The first `together` calls are due at `due`, as many `apartMs` later, and so on.
 */
export async function bookCalls(
  db: Db,
  jobs: Jobs,
  { count, due, apartMs = 0, together = 1 }: { count: number; due: Date; apartMs?: number; together?: number },
): Promise<void> {
  const ofOne = Math.floor(count * SHARE_OF_ONE)
  const accounts = 1 + Math.ceil((count - ofOne) / CALLS_PER_ACCOUNT)
  const clockTime = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', hourCycle: 'h23', timeZone: 'Etc/UTC' })
  await db.transaction().execute(async (trx) => {
    await insertCarers(trx, accounts)
    // The last two digits are those of a phone that is answered and on which 1 is pressed.
    await sql`
      insert into loved_ones (account_id, name, phone_number, timezone)
      select case when n <= ${sql.lit(ofOne)} then 1 else 2 + (n - 1 - ${sql.lit(ofOne)}) / ${sql.lit(CALLS_PER_ACCOUNT)} end,
        'Loved one ' || n, '+61' || (400000050 + n * 100), 'Etc/UTC'
      from generate_series(1, ${sql.lit(count)}) as n`.execute(trx)
    await sql`
      insert into call_schedules (account_id, loved_one_id, call_type, recurrence_pattern, time_of_day)
      select account_id, id,
        (array['daily_check_in', 'medication_reminder', 'wellness_check', 'wake_up_call'])[1 + (id - 1) % 4],
        'daily', ${clockTime.format(due)}
      from loved_ones order by id`.execute(trx)
    const { rows } = await sql<{ id: number; dialAt: Date }>`
      insert into calls (account_id, loved_one_id, schedule_id, call_type, scheduled_for, dial_at, dial_by)
      select account_id, loved_one_id, id, call_type, at, at, at + interval '15 minutes'
      from (select *, ${due}::timestamptz
              + (id - 1) / ${sql.lit(together)} * ${sql.lit(apartMs)} * interval '1 millisecond' as at
            from call_schedules) as scheduled
      returning id, dial_at`.execute(trx)
    for (let done = 0; done < rows.length; done += JOBS_AT_ONCE) {
      const items = rows.slice(done, done + JOBS_AT_ONCE)
      await jobs.sendAll(
        trx,
        placeCallJob,
        items.map(({ id, dialAt }) => ({ payload: { callId: id }, startAfter: dialAt })),
      )
    }
  })
  // Not all: of a table known to be empty PostgreSQL reads the whole for as long as it keeps the plan.
  await sql`analyze accounts, people, members, loved_ones, call_schedules, calls`.execute(db)
}
