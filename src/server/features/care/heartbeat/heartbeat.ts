import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isPolling, readHeartbeats } from '../dispatch/dispatcher-heartbeats.ts'
import { countNotStarted } from '../dispatch/not-made/late-calls.ts'

interface Heartbeat {
  lastHeartbeatAt: Date | null
  dueNotStarted: number
  /** Why there is no heartbeat, in plain words; null while calls are placed as they should be. */
  trouble: string | null
}

/** Whether calls are being placed: a worker searched within 30 seconds, and no call has waited over five minutes for its first dial. */
export async function readHeartbeat({ db, clock }: { db: Db; clock: Clock }): Promise<Heartbeat> {
  const now = clock.now()
  const [heartbeats, { dueNotStarted, late }] = await Promise.all([readHeartbeats(db), countNotStarted(db, now)])
  const { lastHeartbeatAt } = heartbeats
  return {
    lastHeartbeatAt,
    dueNotStarted,
    trouble: isPolling(heartbeats, now) ? lateness(late) : silence(lastHeartbeatAt),
  }
}

function silence(lastHeartbeatAt: Date | null): string {
  return lastHeartbeatAt === null
    ? 'Nobody has looked for due calls yet.'
    : `Nobody has looked for due calls since ${lastHeartbeatAt.toISOString()}.`
}

function lateness(late: number): string | null {
  if (late === 0) return null
  return late === 1
    ? '1 call has not been placed 5 minutes after its time.'
    : `${late} calls have not been placed 5 minutes after their time.`
}
