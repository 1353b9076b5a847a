import { sql } from 'kysely'
import type { CallEndCount, SystemReport } from '#contract/admin/admin.ts'
import { type CallEnd, callEnd } from '#core/calls/call-end.ts'
import type { CallStatus } from '#core/calls/call-vocabulary.ts'
import { toInstant } from '#core/recurrence/wall-clock.ts'
import { ENDED_CALLS } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * By the day of `zone` for which a call was promised, every one of `days` (YYYY-MM-DD, without a gap, oldest first) with
 * an entry; calls that have ended, by their counted status. It reads counts, never the calls that have ended: as much for
 * a million as for a thousand. They stay what they were when calls are deleted.
 */
export async function countCallsPerDay(
  db: Db,
  days: readonly string[],
  zone: string,
): Promise<SystemReport['callsPerDay']> {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const from = toInstant(first, '00:00', zone)
  const until = toInstant(Temporal.PlainDate.from(last).add({ days: 1 }).toString(), '00:00', zone)
  const { rows } = await sql<CountedCalls>`
    select to_char(starts_at at time zone ${zone}, 'YYYY-MM-DD') as day, status, was_dialled, was_cancelled,
      was_resolved, is_refused, sum(calls)::int as calls
    from (
      select * from ${ENDED_CALLS} as ended where starts_at >= ${from} and starts_at < ${until}
      union all
      -- The index is calls_open_by_time.
      select scheduled_for, status, false, false, false, false, 1 from calls
      where status in ('scheduled', 'in_progress') and scheduled_for >= ${from} and scheduled_for < ${until}
    ) as counted
    group by 1, 2, 3, 4, 5, 6 having sum(calls) <> 0`.execute(db)
  return days.map((day) => {
    const counts: Record<string, number> = {}
    for (const row of rows.filter((row) => row.day === day)) {
      const name = countedAs(row)
      counts[name] = (counts[name] ?? 0) + row.calls
    }
    return { day, counts }
  })
}

interface CountedCalls {
  day: string
  status: CallStatus
  wasDialled: boolean
  wasCancelled: boolean
  wasResolved: boolean
  isRefused: boolean
  calls: number
}

function countedAs({ status, ...call }: CountedCalls): string {
  return status === 'scheduled' || status === 'in_progress' ? status : END_COUNTS[callEnd({ status, ...call })]
}

/** A call that was not made counts as missed, as its status says. */
const END_COUNTS: Record<CallEnd, CallEndCount> = {
  answered: 'completed',
  reached: 'reached',
  not_answered: 'missed',
  not_made: 'missed',
  voicemail: 'voicemail',
  failed: 'failed',
  cancelled: 'cancelled',
  not_wanted: 'not_wanted',
  away: 'away',
}
