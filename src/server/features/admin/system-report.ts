import { sql } from 'kysely'
import type { SystemReport } from '#contract/admin.ts'
import { type Capacity, readCapacity } from '#server/features/calls/public.ts'
import { oldestDueDial, readLooks } from '#server/features/care/public.ts'
import { countDeliveries } from '#server/features/webhooks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { countTroubles } from './count-troubles.ts'
import type { AdminDeps } from './deps.ts'

const DAY_MS = 24 * 3_600_000
const DAYS = 30

/** How the system does. Days are UTC: it serves every zone of its people, and lists the same numbers wherever it is read. */
export async function reportSystem({ db, clock, ...deps }: AdminDeps): Promise<SystemReport> {
  const now = clock.now()
  const days = lastDays(now)
  const [
    database,
    queues,
    deliveries,
    oldestDue,
    { lastLookAt },
    troubles,
    callsPerDay,
    adminsWithoutSecondFactor,
    capacity,
  ] = await Promise.all([
    databaseVersion(db),
    deps.queues(),
    countDeliveries(db),
    oldestDueDial(db, now),
    readLooks(db),
    countTroubles(db, { since: new Date(now.getTime() - DAY_MS), days }),
    countCallsPerDay(db, days),
    countAdminsWithoutSecondFactor(db),
    readCapacity({ db, clock, callsPerSecond: deps.callsPerSecond }),
  ])
  return {
    version: deps.version,
    node: process.versions.node,
    database,
    sandbox: deps.sandbox,
    isBillingOn: deps.isBillingOn,
    queues: [...queues, { name: 'webhook deliveries', ...deliveries }],
    oldestDueCallSeconds: oldestDue && secondsSince(oldestDue, now),
    lastLookSeconds: lastLookAt && secondsSince(lastLookAt, now),
    capacity: presentCapacity(capacity),
    callsToday: callsPerDay.at(-1)?.counts ?? {},
    ...troubles,
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
    .selectFrom('accounts')
    .leftJoin('secondFactors', (join) =>
      join.onRef('secondFactors.accountId', '=', 'accounts.id').on('secondFactors.confirmedAt', 'is not', null),
    )
    .where('accounts.role', '=', 'admin')
    .where('secondFactors.id', 'is', null)
    .select((select) => select.fn.countAll<number>().as('admins'))
    .executeTakeFirstOrThrow()
  return admins
}

/** By the day for which a call was promised, every day with an entry. */
async function countCallsPerDay(db: Db, days: readonly string[]): Promise<SystemReport['callsPerDay']> {
  const [first, last] = [new Date(days[0] ?? 0), new Date(days.at(-1) ?? 0)]
  const { rows } = await sql<{ day: string; status: string; calls: number }>`
    select to_char(scheduled_for at time zone 'UTC', 'YYYY-MM-DD') as day, status, count(*)::int as calls
    from calls where scheduled_for >= ${first} and scheduled_for < ${new Date(last.getTime() + DAY_MS)}
    group by 1, 2`.execute(db)
  return days.map((day) => ({
    day,
    counts: Object.fromEntries(rows.filter((row) => row.day === day).map(({ status, calls }) => [status, calls])),
  }))
}

/** The last 30 days as YYYY-MM-DD in UTC, today last. */
function lastDays(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, index) => dayOf(now.getTime() - (DAYS - 1 - index) * DAY_MS))
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
