import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A dispatcher polls every second. */
export const STUCK_AFTER_MS = 30_000

/** When any worker last polled for due calls, and since when that went on without a pause. */
export interface Heartbeats {
  lastHeartbeatAt: Date | null
  runningSince: Date | null
}

/**
 * Records that a worker has polled for due calls and could claim what it found. Of several workers the latest
 * counts. A clock that was ahead and was set right must not make the workers look alive forever.
 */
export async function recordHeartbeat(db: Db, at: Date): Promise<void> {
  await sql`
    update dispatcher_heartbeats set
      running_since = case
        when last_heartbeat_at between ${earlier(at)} and ${later(at)} then running_since else ${at} end,
      last_heartbeat_at = ${at}
    where last_heartbeat_at is null or last_heartbeat_at < ${at} or last_heartbeat_at > ${later(at)}`.execute(db)
}

/** The heartbeats that the workers have recorded. */
export async function readHeartbeats(db: Db): Promise<Heartbeats> {
  return db.selectFrom('dispatcherHeartbeats').select(['lastHeartbeatAt', 'runningSince']).executeTakeFirstOrThrow()
}

/** Whether due calls are being polled. */
export function isPolling({ lastHeartbeatAt }: Heartbeats, now: Date): boolean {
  return lastHeartbeatAt !== null && lastHeartbeatAt >= earlier(now) && lastHeartbeatAt <= later(now)
}

const earlier = (at: Date): Date => new Date(at.getTime() - STUCK_AFTER_MS)
const later = (at: Date): Date => new Date(at.getTime() + STUCK_AFTER_MS)
