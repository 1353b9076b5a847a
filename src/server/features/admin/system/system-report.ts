import { sql } from 'kysely'
import type { SystemReport } from '#contract/admin/admin.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { type Capacity, readCapacity } from '#server/features/calls/public.ts'
import { oldestDueDial, readHeartbeats } from '#server/features/care/public.ts'
import { countDeliveries } from '#server/features/webhooks/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AdminDeps } from '../deps.ts'
import { listOpenIncidents } from '../list-open-incidents.ts'
import { countCallsPerDay } from './count-calls-per-day.ts'
import { countTroubles } from './count-troubles.ts'

const DAY_MS = 24 * 3_600_000
const DAYS = 30

/** The state of the system. Days are those of `zone`, the zone of the admin who reads them. */
export async function reportSystem({ db, clock, ...deps }: AdminDeps, zone: string): Promise<SystemReport> {
  const now = clock.now()
  const days = lastDays(now, zone)
  const [
    database,
    queues,
    deliveries,
    oldestDue,
    { lastHeartbeatAt },
    troubles,
    callsPerDay,
    adminsWithoutSecondFactor,
    capacity,
    incidents,
  ] = await Promise.all([
    databaseVersion(db),
    deps.queues(),
    countDeliveries(db),
    oldestDueDial(db, now),
    readHeartbeats(db),
    countTroubles(db, { since: new Date(now.getTime() - DAY_MS), days, zone }),
    countCallsPerDay(db, days, zone),
    countAdminsWithoutSecondFactor(db),
    readCapacity({ ...deps, db, clock }),
    listOpenIncidents(db),
  ])
  const lastHeartbeatSeconds = lastHeartbeatAt && secondsSince(lastHeartbeatAt, now)
  return {
    version: deps.version,
    node: process.versions.node,
    database,
    sandbox: deps.sandbox,
    isBillingOn: deps.isBillingOn,
    queues: [...queues, { name: 'webhook deliveries', ...deliveries }],
    oldestDueCallSeconds: oldestDue && secondsSince(oldestDue, now),
    lastHeartbeatSeconds,
    lastLookSeconds: lastHeartbeatSeconds,
    capacity: presentCapacity(capacity),
    zone,
    callsToday: callsPerDay.at(-1)?.counts ?? {},
    ...troubles,
    incidents,
    adminsWithoutSecondFactor,
    callsPerDay,
  }
}

function presentCapacity({ callsPerQuarter, fullest, short }: Capacity): SystemReport['capacity'] {
  const present = ({ startsAt, due, late }: Capacity['short'][number]) => ({
    startsAt: startsAt.toISOString(),
    due,
    late: Math.ceil(late),
  })
  return { callsPerQuarter, fullest: fullest && present(fullest), short: short.map(present) }
}

const secondsSince = (then: Date, now: Date): number => Math.max(0, Math.floor((now.getTime() - then.getTime()) / 1000))

async function databaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    serverVersion: string
  }>`select current_setting('server_version') as server_version`.execute(db)
  return `PostgreSQL ${rows[0]?.serverVersion ?? ''}`.trim()
}

async function countAdminsWithoutSecondFactor(db: Db): Promise<number> {
  const { admins } = await db
    .selectFrom('people')
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.personId', '=', 'people.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .where('people.role', '=', 'admin')
    .where('secondFactors.id', 'is', null)
    .select((select) => select.fn.countAll<number>().as('admins'))
    .executeTakeFirstOrThrow()
  return admins
}

/** The last 30 days of `zone` as YYYY-MM-DD, today last. */
function lastDays(now: Date, zone: string): string[] {
  const today = toWallClock(now, zone).date
  return Array.from({ length: DAYS }, (_, index) => dayAfter(today, index - DAYS + 1))
}

/** The calendar day this many days later. */
const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()
