import { sql } from 'kysely'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { callEnd, hasGoneWrong } from '#core/calls/call-end.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { gaugeOf } from '#server/platform/health/gauge-of.ts'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { readHeartbeats, STUCK_AFTER_MS } from '../dispatch/dispatcher-heartbeats.ts'
import { countNotStarted } from '../dispatch/not-made/late-calls.ts'

/**
 * Throws while the dispatcher is stuck: for half a minute it could not poll for due calls, or could not claim what it
 * found.
 */
export async function checkDispatcher(dispatcher: Dispatcher, clock: Clock): Promise<void> {
  const ageMs = heartbeatAgeMs(dispatcher, clock)
  if (ageMs > STUCK_AFTER_MS) throw new Error(`Due calls were last polled ${Math.round(ageMs / 1000)} seconds ago.`)
}

/** Measures how many dials are due anywhere, and how long ago this process searched for them (left out without a dispatcher). */
export function measureDueCalls(
  registry: Registry,
  { db, clock, dispatcher }: { db: Db; clock: Clock; dispatcher(): Dispatcher | undefined },
): void {
  gaugeOf(registry, { name: 'cooee_calls_due', help: 'Calls whose dial is due and that wait for a permit.' }, () =>
    countDue(db, clock.now()),
  )
  gaugeOf(
    registry,
    {
      name: 'cooee_due_not_started',
      help: 'Calls whose time has come and whose first dial the phone provider has not taken.',
    },
    async () => (await countNotStarted(db, clock.now())).dueNotStarted,
  )
  // The second name is that of the release before, kept for one release.
  for (const name of ['cooee_last_heartbeat_timestamp_seconds', 'cooee_last_look_timestamp_seconds']) {
    gaugeOf(
      registry,
      { name, help: 'When any worker last polled for due calls and could claim them; 0 before the first time.' },
      async () => ((await readHeartbeats(db)).lastHeartbeatAt?.getTime() ?? 0) / 1000,
    )
  }
  gaugeOf(
    registry,
    {
      name: 'cooee_calls_not_completed_last_day',
      help: 'Calls that ended within the last 24 hours without having been acknowledged, by status; without those that were cancelled, not wanted, or ended because the account holder had reached the person.',
      labels: ['status'],
    },
    async () => {
      const counts = await countNotCompleted(db, clock.now())
      return counts.map(({ status, calls }) => ({ labels: { status }, value: calls }))
    },
  )
  for (const name of ['cooee_dispatcher_heartbeat_age_seconds', 'cooee_dispatcher_look_age_seconds']) {
    new Gauge({
      name,
      help: 'How long ago the dispatcher of this process last polled for due calls and could claim them.',
      registers: [registry],
      collect() {
        const present = dispatcher()
        if (present) this.set(heartbeatAgeMs(present, clock) / 1000)
        else this.reset()
      },
    })
  }
}

/**
 * Measures how late dials are sent: a tenth of a second is normal, more than a few seconds mean the rate limit or a
 * stall.
 */
export function latenessMeasure(registry: Registry): (seconds: number) => void {
  const lateness = new Histogram({
    name: 'cooee_dial_lateness_seconds',
    help: 'From the due time of a dial until its request is sent to the phone provider.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600],
    registers: [registry],
  })
  return (seconds) => lateness.observe(Math.max(0, seconds))
}

function heartbeatAgeMs(dispatcher: Dispatcher, clock: Clock): number {
  return Math.max(0, clock.now().getTime() - dispatcher.lastGoodPoll().getTime())
}

async function countDue(db: Db, now: Date): Promise<number> {
  const { due } = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('due'))
    .where('dialAt', '<=', now)
    .executeTakeFirstOrThrow()
  return due
}

const DAY_MS = 24 * 3_600_000
const COUNTED_ENDS = ['missed', 'failed', 'voicemail'] as const

/** Without those that the account holder or the phone's owner ended: nobody failed to answer them. */
async function countNotCompleted(db: Db, now: Date): Promise<{ status: string; calls: number }[]> {
  const counted = await db
    .selectFrom('calls')
    .select(['status', (eb) => eb.fn.countAll<number>().as('calls')])
    .select((eb) => [
      eb('triesMade', '>', 0).$castTo<boolean>().as('wasDialled'),
      eb('cancelledAt', 'is not', null).$castTo<boolean>().as('wasCancelled'),
      eb('resolvedAt', 'is not', null).$castTo<boolean>().as('wasResolved'),
      eb('refusedAt', 'is not', null).$castTo<boolean>().as('isRefused'),
    ])
    // As in the index calls_not_completed.
    .where(sql<boolean>`status in ('missed', 'failed', 'voicemail')`)
    .where('endedAt', '>', new Date(now.getTime() - DAY_MS))
    .groupBy(['status', 'wasDialled', 'wasCancelled', 'wasResolved', 'isRefused'])
    .execute()
  return COUNTED_ENDS.map((status) => ({
    status,
    calls: counted
      .filter((row) => row.status === status && hasGoneWrong(callEnd({ ...row, status })))
      .reduce((sum, row) => sum + row.calls, 0),
  }))
}
