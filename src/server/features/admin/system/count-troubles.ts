import { sql } from 'kysely'
import type { SystemReport } from '#contract/admin/admin.ts'
import { toInstant } from '#core/recurrence/wall-clock.ts'
import type { Db } from '#server/platform/database/database.ts'

type Troubles = Pick<
  SystemReport,
  | 'providerErrors'
  | 'textsNotDelivered'
  | 'webhookFailures'
  | 'webhooksSwitchedOff'
  | 'openIncidents'
  | 'troublesPerDay'
>

/**
 * What went wrong: since `since`, and on each of `days` (YYYY-MM-DD in `zone`, without a gap, oldest first). A provider
 * error is a call that was refused, failed, was not placed or may not have been, including tests, and a test text that
 * was not taken.
 */
export async function countTroubles(
  db: Db,
  { since, days, zone }: { since: Date; days: readonly string[]; zone: string },
): Promise<Troubles> {
  const [ofKind, totals] = await Promise.all([
    countByDay(db, since, { firstDay: days[0] ? toInstant(days[0], '00:00', zone) : since, zone }),
    countTotals(db, since),
  ])
  const lately = (kind: Kind) => ofKind.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.lately, 0)
  const on = (day: string, kind: Kind) => ofKind.find((row) => row.day === day && row.kind === kind)?.count ?? 0
  return {
    ...totals,
    providerErrors: lately('provider'),
    webhookFailures: lately('webhook'),
    troublesPerDay: days.map((day) => ({
      day,
      providerErrors: on(day, 'provider'),
      webhookFailures: on(day, 'webhook'),
    })),
  }
}

type Kind = 'provider' | 'webhook'

/** The conditions are those of the indexes. */
async function countByDay(db: Db, since: Date, { firstDay, zone }: { firstDay: Date; zone: string }) {
  const from = new Date(Math.min(since.getTime(), firstDay.getTime()))
  const { rows } = await sql<{ kind: Kind; day: string; count: number; lately: number }>`
    with troubles (kind, at) as (
      select 'provider', started_at from dials
        where (state in ('not_placed', 'unknown') or outcome in ('rejected', 'failed')
          or purpose = 'test' and provider_status in ('rejected', 'failed', 'unknown')) and started_at >= ${from}
      union all
      -- Those of which no row is kept any more.
      select 'provider', scheduled_for from calls cross join generate_series(1, not_placed_tries)
        where not_placed_tries > 0 and scheduled_for >= ${from}
      union all
      select 'provider', at from audit_log where action = 'test_text.not_sent' and at >= ${from}
      union all
      select 'webhook', tried_at from webhook_tries where error is not null and tried_at >= ${from}
    )
    select kind, to_char(at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as count,
      (count(*) filter (where at > ${since}))::int as lately
    from troubles group by 1, 2`.execute(db)
  return rows
}

type Totals = Pick<Troubles, 'textsNotDelivered' | 'webhooksSwitchedOff' | 'openIncidents'>

/** As above. */
async function countTotals(db: Db, since: Date): Promise<Totals> {
  const { rows } = await sql<Totals>`select
    (select count(*)::int from messages where failed_at > ${since} and channel = 'sms')
      + (select count(*)::int from messages
          where delivery = 'failed' and sent_at > ${since} and failed_at is null and channel = 'sms') as texts_not_delivered,
    (select count(*)::int from webhooks where switched_off is not null) as webhooks_switched_off,
    (select count(*)::int from incidents where ended_at is null) as open_incidents
  `.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting gave no row')
  return counted
}
