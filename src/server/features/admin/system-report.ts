import { sql } from 'kysely'
import type { SystemReport } from '#contract/admin.ts'
import { oldestDueDial, readLooks } from '#server/features/care/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { AdminDeps } from './deps.ts'

const DAY_MS = 24 * 3_600_000
const DAYS = 30

/** How the system does. Days are UTC: it serves every zone of its people, and lists the same numbers wherever it is read. */
export async function reportSystem({ db, clock, ...deps }: AdminDeps): Promise<SystemReport> {
  const now = clock.now()
  const [database, queues, oldestDue, { lastLookAt }, troubles, callsPerDay] = await Promise.all([
    databaseVersion(db),
    deps.queues(),
    oldestDueDial(db, now),
    readLooks(db),
    countTroubles(db, new Date(now.getTime() - DAY_MS)),
    countCallsPerDay(db, now),
  ])
  return {
    version: deps.version,
    node: process.versions.node,
    database,
    sandbox: deps.sandbox,
    queues,
    oldestDueCallSeconds: oldestDue && secondsSince(oldestDue, now),
    lastLookSeconds: lastLookAt && secondsSince(lastLookAt, now),
    callsToday: callsPerDay.at(-1)?.counts ?? {},
    ...troubles,
    callsPerDay,
  }
}

const secondsSince = (then: Date, now: Date): number => Math.max(0, Math.floor((now.getTime() - then.getTime()) / 1000))

async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    serverVersion: string
  }>`select current_setting('server_version') as server_version`.execute(db)
  return `PostgreSQL ${rows[0]?.serverVersion ?? ''}`.trim()
}

type Troubles = Pick<
  SystemReport,
  'providerErrors' | 'textsNotDelivered' | 'webhookFailures' | 'webhooksSwitchedOff' | 'openIncidents'
>

/** The conditions are those of the indexes. */
async function countTroubles(db: Db, since: Date): Promise<Troubles> {
  const { rows } = await sql<Troubles>`select
    (select count(*)::int from attempts
      where (state in ('not_placed', 'unknown') or outcome in ('refused', 'failed')) and started_at > ${since})
      + (select count(*)::int from alert_calls
          where (state = 'unknown' or outcome in ('refused', 'failed')) and started_at > ${since}) as provider_errors,
    (select count(*)::int from messages where failed_at > ${since} and channel = 'sms')
      + (select count(*)::int from messages
          where delivery = 'failed' and sent_at > ${since} and failed_at is null and channel = 'sms') as texts_not_delivered,
    (select count(*)::int from webhook_tries where error is not null and tried_at > ${since}) as webhook_failures,
    (select count(*)::int from webhooks where switched_off is not null) as webhooks_switched_off,
    (select count(*)::int from incidents where status in ('running', 'owned')) as open_incidents
  `.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('Counting gave no row')
  return counted
}

/** By the day for which a call was promised, every day with an entry, today last. */
async function countCallsPerDay(db: Db, now: Date): Promise<SystemReport['callsPerDay']> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const days = Array.from({ length: DAYS }, (_, index) => dayOf(today - (DAYS - 1 - index) * DAY_MS))
  const from = new Date(today - (DAYS - 1) * DAY_MS)
  const { rows } = await sql<{ day: string; status: string; calls: number }>`
    select to_char(scheduled_for at time zone 'UTC', 'YYYY-MM-DD') as day, status, count(*)::int as calls
    from calls where scheduled_for >= ${from} and scheduled_for < ${new Date(today + DAY_MS)}
    group by 1, 2`.execute(db)
  return days.map((day) => ({
    day,
    counts: Object.fromEntries(rows.filter((row) => row.day === day).map(({ status, calls }) => [status, calls])),
  }))
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
