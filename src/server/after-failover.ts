import type { Logger } from 'pino'
import { leaveOutNumbers } from '#server/platform/database/timeline.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { recordFailover } from './features/audit/public.ts'
import { markDueCallsUnknown, readHeartbeats } from './features/care/public.ts'
import { type AfterFailover, markOpenDialsUnknown, noteLostWindow } from './features/dialling/public.ts'
import { markQueuedAlertsUnknown } from './features/incidents/public.ts'
import { askBeforeSending } from './features/messages/public.ts'

/**
 * After a fail-over, as after a restore: a standby that lagged behind does not know what was dialled, answered or sent last.
 * The provider is asked about everything that was under way or due, and no number is given out twice. The last heartbeat
 * that the database knows is the only sign of how much was lost, and only a hint: a fail-over that lost nothing is treated alike.
 */
export function afterFailover({ jobs, log }: { jobs: Jobs; log: Pick<Logger, 'warn'> }): AfterFailover {
  return async (trx, lost) => {
    const { from, to, now } = lost
    const { lastHeartbeatAt: keptUntil } = await readHeartbeats(trx)
    await leaveOutNumbers(trx)
    // First of all: it must not find the dials that the next one writes.
    const underWay = await markOpenDialsUnknown(trx, lost)
    const due = await markDueCallsUnknown(trx, jobs, now, lost)
    await markQueuedAlertsUnknown(trx, lost)
    await askBeforeSending(trx)
    await noteLostWindow(trx, { movedAt: now, keptUntil })
    const since = keptUntil?.toISOString() ?? 'an unknown time'
    const detail = `timeline ${from} to ${to}; may have lost what was written since ${since}`
    await recordFailover(trx, { detail, at: now })
    log.warn(
      { from, to, keptUntil, underWay, due },
      'Database failed over; asking the phone provider before anything that was due is dialled',
    )
  }
}
